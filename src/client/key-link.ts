import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { parseKey } from '../idempotency/key.ts';
import type { AppRouter } from '../trpc/app-router.ts';
import { noteKeyLink } from './link-order.ts';
import { type KeyedContext, type Operation, withOperation } from './operation.ts';

const ignore = () => {};

/**
 * Takes the intent's key from the operation's context, once per operation, and hands it to all its attempts. A malformed
 * key fails here. A mutation without one is sent without: the server knows which ones need it and says `key_missing`.
 */
export const keyLink = (): TRPCLink<AppRouter> => (runtime) => {
  noteKeyLink(runtime);
  return ({ op, next }) =>
    observable((observer) => {
      const { idempotencyKey, attemptsBefore = 0, ...hooks } = op.context as Partial<KeyedContext>;
      if (op.type !== 'mutation' || idempotencyKey === undefined) return next(op).subscribe(observer);
      const parsed = parseKey(idempotencyKey);
      if (!parsed.ok) {
        observer.error(TRPCClientError.from(new Error(parsed.refusal.message)));
        return;
      }
      const { onAttempt = ignore, onRetry = ignore } = hooks;
      const operation: Operation = { key: parsed.key, attempt: attemptsBefore, onAttempt, onRetry };
      return next({ ...op, context: withOperation(op.context, operation) }).subscribe(observer);
    });
};
