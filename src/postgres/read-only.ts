import type { ClientBase, Pool, QueryResult } from 'pg';

/** What a reader gets: a connection inside one snapshot, and the database's time of that snapshot. */
export type Snapshot = { readonly client: ClientBase; readonly asOf: Date };

/**
 * Reads in one snapshot that can write nothing; each statement is stopped after `statementTimeoutMs`.
 * @throws SQLSTATE 57014 when a statement took too long.
 */
export async function readOnly<T>(
  pool: Pool,
  statementTimeoutMs: number,
  read: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let failure: Error | undefined;
  try {
    // A summary index of random values (a resource id) looks to the planner as dear as the whole table, and is not: so the
    // whole table is the last thing that it takes. One round trip; the bound is a number of ours and needs no parameter, which this protocol could not carry.
    const results = (await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = ${Number(statementTimeoutMs)};
       SET LOCAL enable_seqscan = off;
       SELECT public.latchkey_shown_now() AS "asOf"`,
    )) as unknown as QueryResult<{ asOf: Date }>[];
    const asOf = results[3]?.rows[0]?.asOf;
    if (!asOf) throw new Error('The database told no time.');
    const result = await read({ client, asOf });
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((lost: Error) => {
      failure = lost;
    });
    throw error;
  } finally {
    client.release(failure);
  }
}
