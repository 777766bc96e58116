import { Refusal } from '../idempotency/refusal.ts';
import { isKeyTaken } from '../postgres/failure.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { claim, readClaim } from '../postgres/statements/claim.ts';
import { completeTransactional } from '../postgres/statements/complete-transactional.ts';
import { claimRow } from './claim-row.ts';
import type { Engine } from './engine.ts';
import { outcomeRow } from './outcome-row.ts';
import type { AnswerEncoder, EncodedAnswer, KeyedRequest } from './run.ts';
import { type Body, inTransaction } from './transaction.ts';
import { RefusedWork, resultOf } from './work-failure.ts';

/** The business part of a run. It returns its answer, or a `Refusal`, and may only use `tx`. */
export type Work<T> = (tx: Tx) => Promise<T | Refusal>;

/** How one transactional attempt ended; `commit_lost`: COMMIT was sent, and nobody said what became of it. */
export type Attempt =
  | { readonly end: 'committed'; readonly answer: EncodedAnswer }
  | { readonly end: 'exists' | 'busy' }
  | { readonly end: 'refused'; readonly refusal: Refusal }
  | { readonly end: 'failed'; readonly error: unknown }
  | { readonly end: 'commit_lost'; readonly text: string; readonly error: unknown };

/** What one transaction needs beside the request. */
export type AttemptParts<T> = {
  readonly lockKey: string;
  readonly work: Work<T>;
  readonly encode: AnswerEncoder<T>;
};

/** One transaction: claim, work, completion, commit. Never throws. */
export async function attemptOnce<T>(engine: Engine, request: KeyedRequest, parts: AttemptParts<T>): Promise<Attempt> {
  let text = '';
  const ended = await inTransaction(
    engine.database,
    claim(parts.lockKey, request, engine.limits),
    async (told, runWork): Promise<Body<Attempt>> => {
      const claimed = readClaim(told);
      if (claimed.result !== 'claimed') return { value: { end: claimed.result } };
      engine.observe('claimed', request.procedure);
      const answer = await runWork(async (tx) => {
        const value = await resultOf(() => parts.work(tx));
        if (value instanceof Refusal) throw new RefusedWork(value);
        return parts.encode.success(value);
      }, engine.limits.runMs);
      text = answer.text;
      return {
        value: { end: 'committed', answer },
        last: completeTransactional(
          claimed.recordId,
          claimRow(engine, request),
          outcomeRow('success', answer, request.policy),
        ),
      };
    },
  );
  if (ended.end === 'committed') return ended.value;
  if (ended.error instanceof RefusedWork) return { end: 'refused', refusal: ended.error.refusal };
  if (isKeyTaken(ended.error)) return { end: 'exists' };
  return ended.end === 'commit_lost'
    ? { end: 'commit_lost', text, error: ended.error }
    : { end: 'failed', error: ended.error };
}
