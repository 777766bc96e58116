import type { TRPCError } from '@trpc/server';
import { getHTTPStatusCodeFromError } from '@trpc/server/http';
import { classifyWorkFailure } from '../idempotency/failure.ts';
import { Refusal, type RefusalStatus } from '../idempotency/refusal.ts';
import { RETRY_TABLE } from '../idempotency/retry-table.ts';
import { classifyDatabaseFailure } from '../postgres/failure.ts';
import { KeyRefused, OperatorDenied } from './error-causes.ts';

/**
 * What a thrown error of the work means. A final one (4xx that says something about the intent) becomes the refusal that it
 * is; everything else is thrown on, as it was before tRPC wrapped it. An error that says something of the moment stays that,
 * however it was wrapped: a database failure, or the `in_flight` of another call, is never an outcome.
 */
export function workFailure(error: TRPCError): Refusal {
  if (error.code === 'INTERNAL_SERVER_ERROR') throw error.cause ?? error;
  const status = getHTTPStatusCodeFromError(error);
  const passing = passingCause(error);
  switch (classifyWorkFailure({ kind: 'thrown', status, isPassing: passing !== undefined })) {
    case 'store':
      return new Refusal(error.code.toLowerCase(), status as RefusalStatus, error.message);
    case 'free':
      throw passing === undefined ? error : thrownOn(error, passing);
  }
}

/** Causes of causes; more is a cycle. */
const MAX_CAUSES = 10;

function passingCause(error: Error): unknown {
  let cause: unknown = error.cause;
  for (let depth = 0; depth < MAX_CAUSES && cause instanceof Error; depth++) {
    if (cause instanceof KeyRefused || cause instanceof OperatorDenied) return cause;
    if (classifyDatabaseFailure(cause) !== 'other') return cause;
    cause = cause.cause;
  }
  return undefined;
}

/** What the caller is told must be true of its own key: `key_conflict` of another call's key would be no advice for this one. */
function thrownOn(error: TRPCError, passing: unknown): unknown {
  if (passing instanceof OperatorDenied) return error;
  if (!(passing instanceof KeyRefused)) return passing;
  const { reason } = passing.refusal;
  if (RETRY_TABLE[reason] === 'after_delay') return error;
  return new Error(`The work ended with the ${reason} of another call, which is no outcome of this one.`, {
    cause: error,
  });
}
