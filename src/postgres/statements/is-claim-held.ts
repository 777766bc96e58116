import type { Reader } from '../reader.ts';

const TEXT = `
SELECT EXISTS (
  SELECT 1 FROM pg_catalog.pg_locks
  WHERE locktype = 'advisory' AND granted AND objsubid = 1
    AND database = (SELECT oid FROM pg_catalog.pg_database WHERE datname = pg_catalog.current_database())
    AND classid = (($1::bigint >> 32) & 4294967295)::pg_catalog.oid AND objid = ($1::bigint & 4294967295)::pg_catalog.oid
) AS held`;

/**
 * Does some transaction hold the claim's lock now? Looks without taking it, so that asking never makes a claim `busy`.
 * A 64-bit advisory lock shows in pg_locks as its two halves (PostgreSQL manual, 53.12).
 */
export async function isClaimHeld(reader: Reader, lockKey: string): Promise<boolean> {
  const [row] = await reader.rows<{ held: boolean }>({ name: 'latchkey_claim_held', text: TEXT, values: [lockKey] });
  return row?.held === true;
}
