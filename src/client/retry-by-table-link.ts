import { retryLink, type TRPCLink } from '@trpc/client';
import type { AppRouter } from '../trpc/app-router.ts';
import { requireKeyLinkAbove } from './link-order.ts';
import { operationOf } from './operation.ts';
import { refusalOf } from './refusal-of.ts';
import { waitBeforeRetry } from './retry-schedule.ts';
import { whatNow } from './what-now.ts';

export type RetryOptions = {
  /** Offline there is nothing to try; whoever waits for the network sends again. */
  readonly isOnline: () => boolean;
  /** From 0 to 1. */
  readonly random: () => number;
};

/**
 * Sends again what the retry table says may go again by itself: at most 5 attempts, waits of 0.5 s doubling to 10 s, never
 * shorter than the server asked. A mutation without a key is never sent twice.
 */
export const retryByTableLink =
  (options: RetryOptions): TRPCLink<AppRouter> =>
  (runtime) => {
    requireKeyLinkAbove(runtime);
    // retryLink asks `retry` and then, in the same tick, `retryDelayMs`: nothing can come between.
    let waitMs = 0;
    return retryLink<AppRouter>({
      retry({ op, attempts, error }) {
        const operation = operationOf(op.context);
        if (!options.isOnline() || (op.type === 'mutation' && !operation)) return false;
        const failure = refusalOf(error);
        const wait = waitBeforeRetry({ advice: whatNow(failure), attempts, random: options.random() });
        if (wait === null) return false;
        waitMs = wait;
        operation?.onRetry({ attempt: operation.attempt, waitMs, failure });
        return true;
      },
      retryDelayMs: () => waitMs,
    })(runtime);
  };
