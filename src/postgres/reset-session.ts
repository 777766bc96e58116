import { randomInt } from 'node:crypto';
import type { ClientBase, QueryResult } from 'pg';

/**
 * What raw SQL may have left in a session, undone in one round trip. Not DISCARD ALL: the driver's prepared statements stay.
 * The last row tells what no command undoes: statements prepared by SQL, and whether the driver's are all there.
 */
const RESET = (seed: number): string => `
RESET SESSION AUTHORIZATION; RESET ROLE; RESET ALL;
CLOSE ALL; UNLISTEN *; DISCARD TEMP; DISCARD SEQUENCES;
SELECT pg_catalog.pg_advisory_unlock_all();
SELECT pg_catalog.setseed(${seed});
SELECT pg_catalog.count(*) FILTER (WHERE from_sql)::pg_catalog.int4 AS by_sql,
  pg_catalog.count(*) FILTER (WHERE NOT from_sql)::pg_catalog.int4 AS ours
FROM pg_catalog.pg_prepared_statements`;

type Left = { readonly by_sql: number; readonly ours: number };

/** Makes a session that is in no transaction as good as new. @returns whether it is; if not, nobody else may get it. */
export async function resetSession(client: ClientBase): Promise<boolean> {
  try {
    const results = (await client.query(RESET(randomInt(-1e9, 1e9) / 1e9))) as unknown as QueryResult<Left>[];
    const left = results.at(-1)?.rows[0];
    const { parsedStatements } = (client as unknown as { connection: { parsedStatements: object } }).connection;
    return left?.by_sql === 0 && left.ours === Object.keys(parsedStatements).length;
  } catch {
    return false;
  }
}
