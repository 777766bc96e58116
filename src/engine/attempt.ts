import type { ClientBase } from 'pg';
import { Refusal } from '../idempotency/refusal.ts';
import type { Checkout } from '../postgres/checkout.ts';
import { provesNothing } from '../postgres/failure.ts';
import { guardTx, type Tx } from '../postgres/guarded-tx.ts';
import { inOneWrite } from '../postgres/one-write.ts';
import { type Claim, claim } from '../postgres/statements/claim.ts';
import { complete } from '../postgres/statements/complete.ts';
import { claimRow } from './claim-row.ts';
import { withDeadline } from './deadline.ts';
import type { Engine } from './engine.ts';
import { outcomeRow } from './outcome-row.ts';
import type { AnswerEncoder, EncodedAnswer, KeyedRequest } from './run.ts';
import { MisusedTx, RefusedWork } from './work-failure.ts';

/** The business part of a run. It returns its answer, or a `Refusal`, and may only use `tx`. */
export type Work<T> = (tx: Tx) => Promise<T | Refusal>;

/** How one transaction ended; `commit_lost`: COMMIT was sent, and nobody said what became of it. */
export type Attempt =
  | { readonly end: 'committed'; readonly answer: EncodedAnswer }
  | { readonly end: 'exists' | 'busy' }
  | { readonly end: 'refused'; readonly refusal: Refusal }
  | { readonly end: 'failed' | 'commit_lost'; readonly error: unknown };

/** What one transaction needs beside the request. */
export type AttemptParts<T> = {
  readonly lockKey: string;
  readonly work: Work<T>;
  readonly encode: AnswerEncoder<T>;
};

/** One Prisma interactive transaction: claim, work, completion, commit. Never throws. */
export async function attemptOnce<T>(engine: Engine, request: KeyedRequest, parts: AttemptParts<T>): Promise<Attempt> {
  let claiming: Promise<Claim> | undefined;
  let completing: Promise<void> | undefined;
  const startClaim = (client: ClientBase) =>
    quietly(claim(client, parts.lockKey, claimRow(engine, request), engine.limits));
  const checkout: Checkout = {
    client: null,
    open: true,
    onBegin: (client) => {
      claiming = startClaim(client);
    },
  };

  const inTransaction = (): Promise<Attempt> =>
    engine.database.prisma.$transaction(
      async (prismaTx): Promise<Attempt> => {
        const { client } = checkout;
        if (!client) throw new Error('Prisma began a transaction without a connection of the pool it was given.');
        const claimed = await (claiming ?? startClaim(client));
        if (claimed.result !== 'claimed') return { end: claimed.result };
        engine.observe('claimed', request.procedure);
        const guard = guardTx(prismaTx);
        const answer = await guarded(guard, async () => {
          const value = await withDeadline(parts.work(guard.tx), engine.limits.runMs);
          if (value instanceof Refusal) throw new RefusedWork(value);
          const unsettled = guard.unsettled();
          if (unsettled.length > 0) throw new MisusedTx(unawaited(unsettled));
          return parts.encode.success(value);
        });
        const owner = { recordId: claimed.recordId, attempt: 1 };
        inOneWrite(client);
        completing = quietly(complete(client, owner, outcomeRow('success', answer, request.policy)));
        return { end: 'committed', answer };
      },
      { timeout: PRISMA_NEVER_ENDS_IT_MS, maxWait: PRISMA_NEVER_ENDS_IT_MS },
    );

  try {
    const attempt = await engine.database.checkouts.note(checkout, inTransaction);
    // COMMIT of an aborted transaction reports no error: only the completion itself tells.
    await completing;
    return attempt;
  } catch (error) {
    if (error instanceof RefusedWork) return { end: 'refused', refusal: error.refusal };
    if (!completing) return { end: 'failed', error };
    const told = await completing.then(
      () => error,
      (completionError: unknown) => completionError,
    );
    return provesNothing(told) ? { end: 'commit_lost', error: told } : { end: 'failed', error: told };
  } finally {
    checkout.open = false;
  }
}

/**
 * Runs the work, then closes its transaction for it: however it ended, no statement may be sent from here on, and one that
 * is on its way would run after ROLLBACK, outside of any transaction.
 */
async function guarded<T>(guard: ReturnType<typeof guardTx>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    guard.seal();
    await guard.drained();
  }
}

/** A promise that somebody awaits later: its rejection is not unhandled meanwhile. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Ten minutes: Prisma's timer must never be what ends a transaction; the server's bounds and the run's deadline do. */
const PRISMA_NEVER_ENDS_IT_MS = 600_000;

const unawaited = (labels: readonly string[]): string =>
  `The work ended before these statements of ctx.tx had: ${labels.join(', ')}. Await each; nothing was stored.`;
