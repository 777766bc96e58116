import type { Pool } from 'pg';

/** What waiting would do to one record and its calls: $1 its key, $2 milliseconds. */
const PASS = [
  `UPDATE idempotency_record SET lease_expires_at = lease_expires_at - $2::float8 * interval '1 millisecond',
     next_try_at = next_try_at - $2::float8 * interval '1 millisecond',
     heartbeat_at = heartbeat_at - $2::float8 * interval '1 millisecond' WHERE key = $1`,
  `UPDATE external_reference e SET first_call_at = first_call_at - $2::float8 * interval '1 millisecond',
     last_call_at = last_call_at - $2::float8 * interval '1 millisecond',
     call_over_at = call_over_at - $2::float8 * interval '1 millisecond',
     key_window_ends_at = key_window_ends_at - $2::float8 * interval '1 millisecond',
     settled_at = settled_at - $2::float8 * interval '1 millisecond',
     next_look_at = next_look_at - $2::float8 * interval '1 millisecond'
   FROM idempotency_record r WHERE r.id = e.record_id AND r.key = $1`,
];

/** Moves the times of this key's record and of its calls into the past, as if so many milliseconds had passed. */
export const passTime = async (pool: Pool, key: string, ms: number): Promise<void> => {
  for (const sql of PASS) await pool.query(sql, [key, ms]);
};

/** Milliseconds until somebody may go on with the record: its lease has lapsed and its next try is due. Null: it is completed. */
export const untilDue = async (pool: Pool, key: string): Promise<number | null> => {
  const { rows } = await pool.query<{ left: number | null }>(
    `SELECT (extract(epoch FROM GREATEST(next_try_at, CASE state WHEN 'IN_PROGRESS' THEN lease_expires_at END)
       - clock_timestamp()) * 1000)::float8 AS left FROM idempotency_record WHERE key = $1`,
    [key],
  );
  return rows[0]?.left ?? null;
};

/**
 * Lets `hours` pass for one record: whenever it is due, its times are moved there and `round` is called. A round that the
 * record is due for again at once counts as 100 ms, so that a loop without a pause has an end.
 * @returns how many rounds that were
 */
export const passHours = async (
  of: { readonly pool: Pool; readonly key: string; readonly hours: number },
  round: () => Promise<unknown>,
): Promise<number> => {
  let rounds = 0;
  for (let leftMs = of.hours * 3_600_000; ; rounds += 1) {
    const waitMs = Math.max(100, (await untilDue(of.pool, of.key)) ?? leftMs);
    leftMs -= waitMs;
    if (leftMs <= 0 || rounds >= 500) return rounds;
    await passTime(of.pool, of.key, waitMs);
    await round();
  }
};
