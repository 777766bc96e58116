import type { EventEmitter } from 'node:events';
import pg from 'pg';

const staleErrors = new WeakSet<object>();

/**
 * True when a session refused a statement for what the session is, and a new one may take it: a prepared statement that is
 * gone, a plan that a change of the schema has overtaken, a session that writes nothing. The statement had no effect.
 */
export const isStaleSession = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && staleErrors.has(error);

/** True when the server refused to write because the transaction is read-only, by the server's own check and no RAISE. */
export const isReadOnlyTransaction = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25006' && error.routine === 'PreventCommandIfReadOnly';

/** The connection of a `pg.Client`; `parsedStatements` is its book of what is prepared, by name. */
type Wire = EventEmitter & { readonly parsedStatements: Readonly<Record<string, string | undefined>> };

/**
 * Notes of each error that the server sends whether it is one for which a session is stale. `running` names the statement
 * that is being answered. Comes before whoever waits for the error.
 */
export function watchForStaleness(wire: Wire, running: () => string | undefined): void {
  let isBound = false;
  wire.on('bindComplete', () => {
    isBound = true;
  });
  for (const event of ['commandComplete', 'emptyQuery', 'readyForQuery']) {
    wire.on(event, () => {
      isBound = false;
    });
  }
  wire.on('errorMessage', (error: pg.DatabaseError) => {
    const isReused = !isBound && wire.parsedStatements[running() ?? ''] !== undefined;
    if (isStale(error, isReused)) staleErrors.add(error);
  });
}

/**
 * SQLSTATEs: PostgreSQL manual, appendix A. Where one alone says too little the server's routine tells, as its words are
 * translated. A statement that was prepared and now cannot even be bound, by an error of class 42, was analysed for another
 * schema: its parameters still have the types of then.
 */
function isStale({ code, routine }: pg.DatabaseError, cannotBeBoundAgain: boolean): boolean {
  switch (code) {
    case '26000':
    case '25006':
      return true;
    case '0A000':
      return routine === 'RevalidateCachedQuery';
    default:
      return (
        code?.startsWith('42') === true && (cannotBeBoundAgain || routine?.startsWith('plpgsql_param_eval') === true)
      );
  }
}
