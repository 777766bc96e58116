import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { classifyWorkFailure } from '../idempotency/failure.ts';
import { Refusal, type RefusalStatus } from '../idempotency/refusal.ts';

/**
 * What a thrown error of the work means. A final one (4xx that says something about the intent) becomes the refusal that it
 * is; everything else is thrown on, as it was before tRPC wrapped it.
 */
export function workFailure(error: TRPCError): Refusal {
  if (error.code === 'INTERNAL_SERVER_ERROR') throw error.cause ?? error;
  const status = getHTTPStatusCodeFromError(error);
  switch (classifyWorkFailure({ kind: 'thrown', status })) {
    case 'store':
      return new Refusal(error.code.toLowerCase(), status as RefusalStatus, error.message);
    case 'free':
      throw error;
  }
}
