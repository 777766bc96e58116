import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

// A window begins with its first attempt and ends by the clock, whatever comes in it: who goes on trying does not prolong it
// for the person whose address it is. `last_request` is the beginning, in milliseconds since 1970.
const COUNT = `
INSERT INTO public.rate_limit AS r (id, key, count, last_request)
SELECT $1, $2, 1, now_ms FROM (SELECT (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000)::bigint AS now_ms) AS clock
ON CONFLICT (key) DO UPDATE SET
  count = CASE WHEN r.last_request + $3::bigint <= EXCLUDED.last_request THEN 1 ELSE r.count + 1 END,
  last_request = CASE WHEN r.last_request + $3::bigint <= EXCLUDED.last_request THEN EXCLUDED.last_request ELSE r.last_request END
RETURNING count, (last_request + $3::bigint - (extract(epoch FROM pg_catalog.clock_timestamp()) * 1000)::bigint)::pg_catalog.float8 AS "leftMs"`;

/** Counts an attempt under this key in its window of `windowMs`; `leftMs` is how much of that is left. */
export async function countSignIn(
  pool: Pool,
  key: string,
  windowMs: number,
): Promise<{ readonly count: number; readonly leftMs: number }> {
  const { rows } = await pool.query<{ count: number; leftMs: number }>({
    name: 'latchkey_count_sign_in',
    text: COUNT,
    values: [randomUUID(), key, windowMs],
  });
  return rows[0] ?? { count: 1, leftMs: windowMs };
}

/** Forgets the attempts under this key. */
export async function forgetSignIns(pool: Pool, key: string): Promise<void> {
  await pool.query({
    name: 'latchkey_forget_sign_ins',
    text: 'DELETE FROM public.rate_limit WHERE key = $1',
    values: [key],
  });
}
