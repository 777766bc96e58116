import pg from 'pg';

/**
 * True when a session refused a statement for what the session is, and a new one may take it: a prepared statement that is
 * gone (26000), a cached plan whose columns have changed since (0A000, told apart by the server's routine, because its words
 * are translated), or a session that writes nothing (25006). The statement had no effect. SQLSTATEs: PostgreSQL manual, appendix A.
 */
export function isStaleSession(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return (
    error.code === '26000' ||
    error.code === '25006' ||
    (error.code === '0A000' && error.routine === 'RevalidateCachedQuery')
  );
}

/** True when the server refused to write because the transaction is read-only, by the server's own check and no RAISE. */
export const isReadOnlyTransaction = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25006' && error.routine === 'PreventCommandIfReadOnly';
