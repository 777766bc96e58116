import type { ClientBase } from 'pg';
import type { Checkout } from '../postgres/checkout.ts';
import type { Database } from '../postgres/database.ts';
import { provesNothing } from '../postgres/failure.ts';
import type { PrismaTx } from '../postgres/guarded-tx.ts';
import { MisusedConnection } from '../postgres/misused-connection.ts';
import type { Prepared, Results } from '../postgres/prepared.ts';
import { sqlStateOf } from '../postgres/sql-state.ts';
import { BEGIN } from '../postgres/statements/begin-commit.ts';
import { isTripwireGone, OPEN_TRIPWIRE } from '../postgres/statements/tripwire.ts';
import { sendTogether } from '../postgres/together.ts';
import { CommitWith } from './commit-with.ts';
import { type RunWork, runWorkOn } from './run-work.ts';
import { MisusedTx } from './work-failure.ts';

export type { RunWork } from './run-work.ts';

/** How one transaction ended; `commit_lost`: COMMIT was sent, and nobody said what became of it. */
export type TransactionEnd<T> =
  | { readonly end: 'committed'; readonly value: T }
  | { readonly end: 'failed' | 'commit_lost'; readonly error: unknown };

/** The value of a transaction's body, and the statement that is sent together with COMMIT. */
export type Body<T> = { readonly value: T; readonly last?: Prepared };

/** What runs between BEGIN and COMMIT, told what the first statements read. */
type RunBody<First extends readonly Prepared<unknown>[], T> = (
  first: Results<First>,
  runWork: RunWork,
  client: ClientBase,
) => Promise<Body<T>>;

/**
 * One Prisma interactive transaction. `first` travels with BEGIN, `last` with COMMIT; a `last` that the server refuses
 * aborts the transaction, so that the COMMIT behind it commits nothing. From BEGIN to there a tripwire makes every other
 * COMMIT fail. What an old session refused for what it is (`isStaleSession`) had no effect: all of it is tried once more,
 * `body` included, on a new one. Never throws.
 */
export async function inTransaction<const First extends readonly Prepared<unknown>[], T>(
  database: Database,
  first: First,
  body: RunBody<First, T>,
): Promise<TransactionEnd<T>> {
  const { ended, session } = await tryTransaction(database, first, body);
  if (ended.end !== 'failed' || !session?.isStale) return ended;
  database.pool.renew();
  // One that was new says what every other one would.
  if (!session.isUsed || isMisuse(ended.error)) return ended;
  return (await tryTransaction(database, first, body)).ended;
}

/** How one try ended, and what the session was that it had. */
type Tried<T> = { readonly ended: TransactionEnd<T>; readonly session: { isUsed: boolean; isStale: boolean } | null };

async function tryTransaction<const First extends readonly Prepared<unknown>[], T>(
  database: Database,
  first: First,
  body: RunBody<First, T>,
): Promise<Tried<T>> {
  let starting: Promise<Results<readonly [Prepared, ...First, Prepared]>> | undefined;
  let commit: CommitWith | undefined;
  const began = { isUsed: false, mayWrite: false };
  const checkout: Checkout = {
    client: null,
    open: true,
    // The body waits for what it started with, and gets its error.
    begin: (client) => {
      began.isUsed = client.isUsed;
      began.mayWrite = client.mayWrite;
      starting = quietly(sendTogether(client, [BEGIN, ...first, OPEN_TRIPWIRE]));
    },
  };
  const run = async (prismaTx: PrismaTx): Promise<T> => {
    const { client } = checkout;
    if (!client || !starting)
      throw new Error('Prisma began a transaction without a connection of the pool it was given.');
    const [, ...started] = await starting;
    const { value, last } = await body(started as unknown as Results<First>, runWorkOn(prismaTx, client), client);
    commit = new CommitWith(client, last);
    return value;
  };
  const end = async (): Promise<TransactionEnd<T>> => {
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
  };
  const ended = await end();
  const { client } = checkout;
  if (!client) return { ended, session: null };
  const misuse = ended.end === 'failed' ? misuseIn(ended.error, began.mayWrite && client.refusedToWrite) : null;
  return {
    ended: misuse ? { end: 'failed', error: misuse } : ended,
    session: { isUsed: began.isUsed, isStale: client.isStale },
  };
}

/** How a transaction ended whose COMMIT was sent, by what was told of it. */
const endOf = (error: unknown): TransactionEnd<never> => ({
  end: provesNothing(error) ? 'commit_lost' : 'failed',
  error,
});

/** The author's bug behind an error of the server's, if it is one. Without that as its cause, which would tell of the database. */
function misuseIn(error: unknown, madeReadOnly: boolean): MisusedTx | null {
  if (isTripwireGone(error)) return new MisusedTx(TRIPWIRE_GONE);
  const state = sqlStateOf(error);
  return madeReadOnly && (state === '25006' || state === '25P02') ? new MisusedTx(READ_ONLY) : null;
}

const isMisuse = (error: unknown): boolean => error instanceof MisusedTx || error instanceof MisusedConnection;

const TRIPWIRE_GONE =
  'The work of a run ended its transaction, or closed every cursor in it: what was open at its beginning is not there at its end. Nothing was stored.';
const READ_ONLY =
  'The work of a run made its own transaction read-only, in which no record can be written. Nothing was stored.';

/** A promise that somebody awaits later: its rejection is not unhandled meanwhile. */
function quietly<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** Ten minutes: Prisma's timer must never be what ends a transaction; the server's bounds and the run's deadline do. */
const PRISMA_NEVER_ENDS_IT_MS = 600_000;
