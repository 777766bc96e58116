import { TRPCError } from '@trpc/server';
import type { RunResult } from '../engine/run.ts';
import type { Context } from './context.ts';
import { RefusalAnswered } from './error-causes.ts';
import { refuseKey } from './refuse-key.ts';
import { StoredData, StoredError } from './stored-answer.ts';

/** Sends a run's result: a stored success as the middleware's own result, everything else as a typed error. */
export function emit<MiddlewareResult>(ctx: Context, result: RunResult): MiddlewareResult {
  switch (result.kind) {
    case 'refused':
      throw refuseKey(ctx, result.refusal);
    case 'answered': {
      if (result.replayed) ctx.resHeaders.set('Idempotency-Replayed', 'true');
      if (result.outcome === 'refusal') {
        const stored = new StoredError(result.text);
        throw new TRPCError({ code: stored.data.code, message: stored.message, cause: new RefusalAnswered(stored) });
      }
      // tRPC's middleware results carry a private marker that only `next` can make, and a replay calls no `next`.
      return { ok: true, data: new StoredData(result.text), marker: 'middlewareMarker' } as MiddlewareResult;
    }
  }
}
