import { Refusal } from '../idempotency/refusal.ts';
import type { Checkout } from '../postgres/checkout.ts';
import { guardTx, type Tx } from '../postgres/guarded-tx.ts';
import { claim } from '../postgres/statements/claim.ts';
import { complete } from '../postgres/statements/complete.ts';
import { claimRow } from './claim-row.ts';
import { withDeadline } from './deadline.ts';
import type { Engine } from './engine.ts';
import { outcomeRow } from './outcome-row.ts';
import type { AnswerEncoder, EncodedAnswer, KeyedRequest } from './run.ts';
import { MisusedTx, RefusedWork } from './work-failure.ts';

/** The business part of a run. It returns its answer, or a `Refusal`, and may only use `tx`. */
export type Work<T> = (tx: Tx) => Promise<T | Refusal>;

/** How one transaction ended. `failed` says whether COMMIT had been sent, since then a lost connection proves nothing. */
export type Attempt =
  | { readonly end: 'committed'; readonly answer: EncodedAnswer }
  | { readonly end: 'exists' | 'busy' }
  | { readonly end: 'refused'; readonly refusal: Refusal }
  | { readonly end: 'failed'; readonly error: unknown; readonly commitSent: boolean };

/** One Prisma interactive transaction: claim, work, completion, commit. Never throws. */
export async function attemptOnce<T>(
  engine: Engine,
  request: KeyedRequest,
  parts: { readonly lockKey: string; readonly work: Work<T>; readonly encode: AnswerEncoder<T> },
): Promise<Attempt> {
  const checkout: Checkout = { client: null, open: true };
  let commitSent = false;
  const inTransaction = () =>
    engine.database.prisma.$transaction(
      async (prismaTx): Promise<Attempt> => {
        const client = checkout.client;
        if (!client) throw new Error('Prisma began a transaction without a connection of the pool it was given.');
        const claimed = await claim(client, parts.lockKey, claimRow(engine, request), engine.limits);
        if (claimed.result !== 'claimed') return { end: claimed.result };
        engine.observe('claimed', request.procedure);

        const guard = guardTx(prismaTx);
        try {
          const value = await withDeadline(parts.work(guard.tx), engine.limits.runMs);
          if (value instanceof Refusal) throw new RefusedWork(value);
          const unsettled = guard.unsettled();
          if (unsettled.length > 0) throw new MisusedTx(unawaited(unsettled));
          const answer = parts.encode.success(value);
          guard.seal();
          const owner = { recordId: claimed.recordId, attempt: 1 };
          const isOwner = await complete(client, owner, outcomeRow('success', answer, request.policy));
          if (!isOwner) throw new Error(`Record ${claimed.recordId} was not in progress when its own run completed it.`);
          commitSent = true;
          return { end: 'committed', answer };
        } finally {
          guard.seal();
          // A statement still on its way would otherwise run after ROLLBACK, outside of any transaction.
          await guard.drained();
        }
      },
      { timeout: PRISMA_NEVER_ENDS_IT_MS, maxWait: PRISMA_NEVER_ENDS_IT_MS },
    );
  try {
    return await engine.database.checkouts.note(checkout, inTransaction);
  } catch (error) {
    if (error instanceof RefusedWork) return { end: 'refused', refusal: error.refusal };
    return { end: 'failed', error, commitSent };
  } finally {
    checkout.open = false;
  }
}

/** Ten minutes: Prisma's timer must never be what ends a transaction; the server's bounds and the run's deadline do. */
const PRISMA_NEVER_ENDS_IT_MS = 600_000;

const unawaited = (labels: readonly string[]): string =>
  `The work ended before these statements of ctx.tx had: ${labels.join(', ')}. Await each; nothing was stored.`;
