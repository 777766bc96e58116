import type { TRPCLink } from '@trpc/client';
import type { AppRouter } from '../trpc/app-router.ts';
import { operationOf } from './operation.ts';

/** Counts an attempt as it goes out. Below the retries, so that one which is only waited for does not count. */
export const attemptLink =
  (): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) => {
    const operation = operationOf(op.context);
    if (operation) {
      operation.attempt += 1;
      operation.onAttempt(operation.attempt);
    }
    return next(op);
  };
