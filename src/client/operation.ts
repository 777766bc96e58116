import type { Failure } from './failure.ts';

/** A retry that is about to be waited for. */
export type RetryNote = {
  /** The attempt that failed, counted from 1. */
  readonly attempt: number;
  readonly waitMs: number;
  readonly failure: Failure;
};

/** What the caller of a mutation puts into its operation's context. */
export type KeyedContext = {
  readonly idempotencyKey: string;
  /** Attempts that an earlier page or an earlier press made under this key. */
  readonly attemptsBefore?: number;
  /** Called with the number of each attempt as it goes out. */
  readonly onAttempt?: (attempt: number) => void;
  readonly onRetry?: (note: RetryNote) => void;
};

/** What the key link makes of it, once per operation; `attempt` is the last that went out. */
export type Operation = {
  readonly key: string;
  attempt: number;
  readonly onAttempt: (attempt: number) => void;
  readonly onRetry: (note: RetryNote) => void;
};

const OPERATION = 'latchkeyOperation';

/** The context of the links below, with the operation in it. */
export const withOperation = (context: Readonly<Record<string, unknown>>, operation: Operation) => ({
  ...context,
  [OPERATION]: operation,
});

/** The operation that the key link put into a context, or null for one that has no key. */
export const operationOf = (context: Readonly<Record<string, unknown>>): Operation | null =>
  (context[OPERATION] as Operation | undefined) ?? null;
