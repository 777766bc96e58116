import type { Pool } from 'pg';

/** Why a record is parked whose account may not act; the only such reason that passes by itself. */
export const ACCOUNT_CLOSED = 'Its account is closed or gone.';

/** Is this account there, and not suspended? */
export async function isAccountOpen(pool: Pool, id: string): Promise<boolean> {
  const { rows } = await pool.query<{ open: boolean }>({
    name: 'latchkey_is_account_open',
    text: 'SELECT suspended_at IS NULL AS open FROM public.account WHERE id = $1',
    values: [id],
  });
  return rows[0]?.open === true;
}

// The try at which it was parked is given back: nothing was tried.
const UNPARK = `
WITH reopened AS (
  SELECT r.id FROM public.idempotency_record r JOIN public.account ON account.id = r.scope
  WHERE r.open_since IS NOT NULL AND r.state = 'IN_PROGRESS' AND r.parked_reason = $1 AND account.suspended_at IS NULL
  FOR UPDATE OF r SKIP LOCKED
), unparked AS (
  UPDATE public.idempotency_record r
  SET parked_reason = NULL, tries = GREATEST(r.tries - 1, 0), next_try_at = pg_catalog.clock_timestamp(), lease_expires_at = pg_catalog.clock_timestamp()
  FROM reopened WHERE r.id = reopened.id
  RETURNING r.id, r.attempt
)
INSERT INTO public.record_event (record_id, attempt, event, detail)
SELECT id, attempt, 'yielded', 'Its account is open again.' FROM unparked`;

/** Lets records go on that were parked because of their account, where that is open again. @returns how many. */
export async function unparkReopened(pool: Pool): Promise<number> {
  const { rowCount } = await pool.query({ name: 'latchkey_unpark_reopened', text: UNPARK, values: [ACCOUNT_CLOSED] });
  return rowCount ?? 0;
}
