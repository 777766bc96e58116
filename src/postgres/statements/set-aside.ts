import type { Pool } from 'pg';
import { PACE } from './pace.ts';
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

const TEXT = `
WITH aside AS (
  UPDATE public.idempotency_record
  SET state = CASE WHEN $3 = 'unknown' THEN 'UNKNOWN' ELSE state END,
      unknown_reason = CASE WHEN $3 = 'unknown' THEN $4 END,
      parked_reason = CASE WHEN $3 = 'park' THEN $4 END,
      tries = CASE WHEN $3 = 'unknown' THEN 0 WHEN $6 THEN LEAST(tries, $7) ELSE tries END,
      lease_expires_at = pg_catalog.clock_timestamp(),
      next_try_at = pg_catalog.clock_timestamp() + GREATEST($5::pg_catalog.float8, CASE WHEN tries > 0
        THEN LEAST($8::pg_catalog.float8 * pg_catalog.power(2, LEAST(tries, 20) - 1), $9::pg_catalog.float8) ELSE 0 END) * interval '1 millisecond'
  WHERE id = $1 AND attempt = $2 AND state = 'IN_PROGRESS' AND parked_reason IS NULL
  RETURNING id, attempt
), noted AS (
  INSERT INTO public.record_event (record_id, attempt, event, detail)
  SELECT id, attempt, CASE $3 WHEN 'unknown' THEN 'unknown' WHEN 'park' THEN 'parked' ELSE 'yielded' END, $4 FROM aside
)
SELECT 1 FROM aside`;

/** Gives the record up in one conditional statement. @returns false when it is no longer this attempt's. */
export async function setAside(pool: Pool, owner: Owner, aside: SetAside): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'latchkey_set_aside',
    text: TEXT,
    values: [
      String(owner.recordId),
      owner.attempt,
      aside.how,
      aside.why,
      aside.how === 'park' ? 0 : aside.retryAfterMs,
      aside.how === 'yield' && aside.isPatient === true,
      PACE.maxTries - 1,
      PACE.backOffMs,
      PACE.backOffCapMs,
    ],
  });
  return rowCount === 1;
}
