import type { Pool } from 'pg';
import { PACE, pauseAfter } from './pace.ts';
import type { Owner } from './prove-ownership.ts';

/** How an owner gives its record up without an outcome. */
export type SetAside =
  /** The lease ends now; the next try is due after so long. */
  | {
      readonly how: 'yield';
      readonly retryAfterMs: number;
      readonly why: string;
      /** Waiting for somebody else, however long: it backs off like the rest and is never parked for it. */
      readonly isPatient?: boolean;
    }
  /** Nobody can say how an external step ended; look-ups go on. */
  | { readonly how: 'unknown'; readonly retryAfterMs: number; readonly why: string }
  /** A person is needed. */
  | { readonly how: 'park'; readonly why: string };

// Neither unknown nor waiting for somebody else spends the last try: nobody is needed for that alone.
const TEXT = `
WITH aside AS (
  UPDATE public.idempotency_record
  SET state = CASE WHEN $3 = 'unknown' THEN 'UNKNOWN' ELSE state END,
      unknown_reason = CASE WHEN $3 = 'unknown' THEN $4 END,
      parked_reason = CASE WHEN $3 = 'park' THEN $4 END,
      tries = CASE WHEN $6 THEN LEAST(tries, $7) ELSE tries END, waits = waits + 1,
      lease_expires_at = pg_catalog.clock_timestamp(),
      next_try_at = pg_catalog.clock_timestamp()
        + GREATEST($5::pg_catalog.float8 * interval '1 millisecond', ${pauseAfter('waits', '$8', '$9')})
  WHERE id = $1 AND attempt = $2 AND state = 'IN_PROGRESS' AND parked_reason IS NULL
  RETURNING id, attempt, next_try_at
), noted AS (
  INSERT INTO public.record_event (record_id, attempt, event, detail)
  SELECT id, attempt, CASE $3 WHEN 'unknown' THEN 'unknown' WHEN 'park' THEN 'parked' ELSE 'yielded' END, $4 FROM aside
)
SELECT (extract(epoch FROM next_try_at - pg_catalog.clock_timestamp()) * 1000)::pg_catalog.float8 AS "nextTryMs" FROM aside`;

/**
 * Gives the record up in one conditional statement. @returns milliseconds until its next try is due, which the back-off may
 * have put later than was asked for; null when it is no longer this attempt's.
 */
export async function setAside(pool: Pool, owner: Owner, aside: SetAside): Promise<number | null> {
  const { rows } = await pool.query<{ nextTryMs: number }>({
    name: 'latchkey_set_aside',
    text: TEXT,
    values: [
      String(owner.recordId),
      owner.attempt,
      aside.how,
      aside.why,
      aside.how === 'park' ? 0 : aside.retryAfterMs,
      aside.how === 'unknown' || (aside.how === 'yield' && aside.isPatient === true),
      PACE.maxTries - 1,
      PACE.backOffMs,
      PACE.backOffCapMs,
    ],
  });
  return rows[0]?.nextTryMs ?? null;
}
