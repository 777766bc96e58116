import { TRPCError } from '@trpc/server';
import type { KeyRefusal } from '../idempotency/reason.ts';
import { KeyRefused } from './error-causes.ts';
import { codeOfReason } from './error-codes.ts';

/** The response on its way out. */
export type Responding = { readonly resHeaders: Headers };

/** The typed error of a request that was answered without running, with its Retry-After (seconds, RFC 9110 10.2.3). */
export function refuseKey(ctx: Responding, refusal: KeyRefusal): TRPCError {
  if (refusal.retryAfterMs !== undefined) {
    ctx.resHeaders.set('Retry-After', String(Math.max(1, Math.ceil(refusal.retryAfterMs / 1_000))));
  }
  return new TRPCError({
    code: codeOfReason(refusal.reason),
    message: refusal.message,
    cause: new KeyRefused(refusal),
  });
}
