import type { ClientBase } from 'pg';
import type { Checkout, PooledClient } from '../postgres/checkout.ts';
import type { Database } from '../postgres/database.ts';
import { provesNothing } from '../postgres/failure.ts';
import { guardTx, type PrismaTx, type Tx } from '../postgres/guarded-tx.ts';
import type { Prepared, Results } from '../postgres/prepared.ts';
import { BEGIN } from '../postgres/statements/begin-commit.ts';
import { sendTogether } from '../postgres/together.ts';
import { CommitWith } from './commit-with.ts';
import { withDeadline } from './deadline.ts';
import { MisusedTx } from './work-failure.ts';

/** How one transaction ended; `commit_lost`: COMMIT was sent, and nobody said what became of it. */
export type TransactionEnd<T> =
  | { readonly end: 'committed'; readonly value: T }
  | { readonly end: 'failed' | 'commit_lost'; readonly error: unknown };

/** The value of a transaction's body, and the statement that is sent together with COMMIT. */
export type Body<T> = { readonly value: T; readonly last?: Prepared };

/** The author's part of a body: it may use `tx` until it returns, and not after. */
export type RunWork = <T>(work: (tx: Tx) => Promise<T>, runMs: number) => Promise<T>;

/**
 * One Prisma interactive transaction. `first` travels with BEGIN, `last` with COMMIT; a `last` that the server refuses
 * aborts the transaction, so that the COMMIT behind it commits nothing. Never throws.
 */
export async function inTransaction<const First extends readonly Prepared<unknown>[], T>(
  database: Database,
  first: First,
  body: (first: Results<First>, runWork: RunWork, client: ClientBase) => Promise<Body<T>>,
): Promise<TransactionEnd<T>> {
  let starting: Promise<Results<readonly [Prepared, ...First]>> | undefined;
  let commit: CommitWith | undefined;
  const checkout: Checkout = {
    client: null,
    open: true,
    // The body waits for what it started with, and gets its error.
    begin: (client) => {
      starting = quietly(sendTogether(client, [BEGIN, ...first]));
    },
  };
  const run = async (prismaTx: PrismaTx): Promise<T> => {
    const { client } = checkout;
    if (!client || !starting)
      throw new Error('Prisma began a transaction without a connection of the pool it was given.');
    const [, ...started] = await starting;
    const { value, last } = await body(
      started as unknown as Results<First>,
      runWorkOn(prismaTx, client, database),
      client,
    );
    if (last) commit = new CommitWith(client, last);
    return value;
  };
  try {
    const value = await database.checkouts.note(checkout, () =>
      database.prisma.$transaction(run, { timeout: PRISMA_NEVER_ENDS_IT_MS, maxWait: PRISMA_NEVER_ENDS_IT_MS }),
    );
    if (commit?.callOff())
      return { end: 'commit_lost', error: new Error('Prisma committed by another way than COMMIT.') };
    // COMMIT of an aborted transaction reports no error: only its last statement tells.
    return commit?.failure ? endOf(commit.failure.error) : { end: 'committed', value };
  } catch (error) {
    if (!commit || commit.callOff()) return { end: 'failed', error };
    return endOf((await commit.settled())?.error ?? error);
  } finally {
    checkout.open = false;
  }
}

/** How a transaction ended whose COMMIT was sent, by what was told of it. */
const endOf = (error: unknown): TransactionEnd<never> => ({
  end: provesNothing(error) ? 'commit_lost' : 'failed',
  error,
});

/**
 * Runs the work, then closes its transaction for it: however it ended, no statement may be sent from here on, and one that
 * is on its way would run after ROLLBACK, outside of any transaction.
 */
const runWorkOn =
  (prismaTx: PrismaTx, client: PooledClient, database: Database): RunWork =>
  async (work, runMs) => {
    const { tx, guard } = guardTx(prismaTx, client);
    client.setWorking(true);
    try {
      const value = await withDeadline(
        database.watchNetwork(() => work(tx)),
        runMs,
      );
      if (guard.hasUnsettled()) throw new MisusedTx(unawaited(guard.unsettled()));
      return value;
    } finally {
      guard.seal();
      if (guard.hasUnsettled()) await guard.drained();
      client.setWorking(false);
    }
  };

/** A promise that somebody awaits later: its rejection is not unhandled meanwhile. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Ten minutes: Prisma's timer must never be what ends a transaction; the server's bounds and the run's deadline do. */
const PRISMA_NEVER_ENDS_IT_MS = 600_000;

const unawaited = (labels: readonly string[]): string =>
  `The work ended before these statements of ctx.tx had: ${labels.join(', ')}. Await each; nothing was stored.`;
