import type { ClientBase } from 'pg';

/** Who holds a record, and until when no authoritative look-up is taken. */
export type ShownHold = {
  readonly heldBy: string;
  readonly heldName: string;
  readonly reason: string;
  readonly since: Date;
  readonly notBefore: Date;
  readonly touchedAt: Date;
  /** The holder has done nothing for half an hour: a resolver may take it over. */
  readonly isIdle: boolean;
};

/** What a provider said to an operator's look-up; `raw` as it was saved, masked, and null where it is large. */
export type ShownEvidence = {
  readonly id: string;
  readonly attempt: number;
  readonly step: string;
  readonly ordinal: number;
  readonly weight: 'advisory' | 'authoritative';
  readonly result: 'found_succeeded' | 'found_pending' | 'found_failed' | 'not_found' | 'ambiguous' | 'unavailable';
  readonly provider: string;
  readonly operation: string;
  readonly downstreamKey: string;
  readonly providerId: string | null;
  readonly failureCode: string | null;
  readonly detail: string | null;
  readonly raw: string | null;
  readonly keyWindowOpen: boolean;
  readonly takenBy: string;
  readonly takenAt: Date;
  readonly validUntil: Date;
  readonly isValid: boolean;
};

/** What an operator did to the record, without the values that it changed. */
export type ShownAct = {
  readonly id: string;
  readonly at: Date;
  readonly actorName: string;
  readonly role: string;
  readonly action: string;
  readonly reason: string | null;
};

/** Half an hour, as the flows have it: longer than a drain and two look-ups, shorter than a shift. */
const IDLE = `interval '30 minutes'`;

const HOLD = `
SELECT held_by AS "heldBy", held_name AS "heldName", reason, since, not_before AS "notBefore", touched_at AS "touchedAt",
  touched_at < public.latchkey_shown_now() - ${IDLE} AS "isIdle"
FROM public.record_hold WHERE record_id = $1::bigint`;

/** The latest: somebody who looks every minute of a bad day has not made more. */
const MAX_ROWS = 500;

const EVIDENCE = `
SELECT id::pg_catalog.text, attempt, step, ordinal, weight, result, provider, operation, downstream_key AS "downstreamKey",
  provider_id AS "providerId", failure_code AS "failureCode", detail,
  CASE WHEN pg_catalog.octet_length(raw) <= 65536 THEN raw END AS raw, key_window_open AS "keyWindowOpen",
  coalesce((SELECT u.name FROM public."user" u WHERE u.id = taken_by), taken_by) AS "takenBy", taken_at AS "takenAt",
  valid_until AS "validUntil", valid_until > public.latchkey_shown_now() AS "isValid"
FROM public.lookup_evidence WHERE record_id = $1::bigint ORDER BY id DESC LIMIT ${MAX_ROWS}`;

const ACTS = `
SELECT id::pg_catalog.text, at, actor_name AS "actorName", role, action, reason
FROM public.audit_entry WHERE record_id = $1::bigint AND result = 'applied' ORDER BY id DESC LIMIT ${MAX_ROWS}`;

/** Everything that operators did about a record; the latest first. */
export async function showDeskActs(client: ClientBase, id: string) {
  const values = [id];
  const hold = await client.query<ShownHold>({ name: 'latchkey_show_hold', text: HOLD, values });
  const evidence = await client.query<ShownEvidence>({ name: 'latchkey_show_evidence', text: EVIDENCE, values });
  const acts = await client.query<ShownAct>({ name: 'latchkey_show_acts', text: ACTS, values });
  return { hold: hold.rows[0] ?? null, evidence: evidence.rows, acts: acts.rows };
}
