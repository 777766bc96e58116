/** What a statement of ours finds out by failing. */
export type Proves = 'ownership' | 'a free key';

type Statement = { readonly name: string; readonly proves?: Proves };

const failed = new WeakMap<object, Statement>();

/** Keeps with the error which statement of ours it came from. @returns the error. */
export function failedIn(statement: Statement | undefined, error: unknown): unknown {
  if (statement && typeof error === 'object' && error !== null) failed.set(error, statement);
  return error;
}

/** The statement of ours that this very error came from; undefined for the work's own, and for what has wrapped one. */
export const failedStatement = (error: unknown): Statement | undefined =>
  typeof error === 'object' && error !== null ? failed.get(error) : undefined;
