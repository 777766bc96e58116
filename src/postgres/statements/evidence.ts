import type { ClientBase } from 'pg';
import type { EvidenceReading, EvidenceResult } from '../../idempotency/lookup-evidence.ts';
import { connectionOf, type Tx } from '../guarded-tx.ts';
import { type Clock, msOf, NOW } from './clock.ts';

/** A look-up to be kept: of which call, at which attempt, by whom. */
export type NewEvidence = EvidenceReading & {
  readonly recordId: string;
  readonly attempt: number;
  readonly step: string;
  readonly ordinal: number;
  readonly weight: 'advisory' | 'authoritative';
  readonly provider: string;
  readonly operation: string;
  readonly downstreamKey: string;
  readonly keyWindowOpen: boolean;
  readonly isNamed: boolean;
  readonly takenBy: string;
};

/** Ten minutes: time to read it, to ask a second person and to type a code; not long enough for the world to turn. */
export const EVIDENCE_VALID_MS = 600_000;

// Only while the record is as it was when the provider was asked: evidence of another attempt is evidence of nothing.
const ADD = `
WITH same AS (
  SELECT id FROM public.idempotency_record WHERE id = $1::bigint AND attempt = $2 AND ($5 = 'advisory' OR held_by = $16)
), touched AS (
  UPDATE public.record_hold SET touched_at = pg_catalog.clock_timestamp() FROM same WHERE record_id = same.id AND held_by = $16
), noted AS (
  INSERT INTO public.record_event (record_id, attempt, event, step, detail, evidence)
  SELECT id, $2, 'provider_checked', $3, $6 || ', ' || $5 || ': ' || $12, $13 FROM same
)
INSERT INTO public.lookup_evidence (record_id, attempt, step, ordinal, weight, result, provider, operation, downstream_key,
  provider_id, failure_code, detail, raw, key_window_open, is_named, taken_by, valid_until)
SELECT id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
  pg_catalog.clock_timestamp() + $17::pg_catalog.float8 * interval '1 millisecond' FROM same
RETURNING id::pg_catalog.text`;

/** Keeps a look-up, and notes it on the timeline. @returns its id, or null when the record moved on meanwhile. */
export async function addEvidence(tx: Tx, row: NewEvidence): Promise<string | null> {
  const { rows } = await connectionOf(tx).query<{ id: string }>({
    name: 'latchkey_add_evidence',
    text: ADD,
    values: [
      row.recordId,
      row.attempt,
      row.step,
      row.ordinal,
      row.weight,
      row.result,
      row.provider,
      row.operation,
      row.downstreamKey,
      row.providerId,
      row.failureCode,
      row.detail,
      row.raw,
      row.keyWindowOpen,
      row.isNamed,
      row.takenBy,
      EVIDENCE_VALID_MS,
    ],
  });
  return rows[0]?.id ?? null;
}

/** A look-up as it is kept. */
export type EvidenceRow = {
  readonly id: string;
  readonly recordId: string;
  readonly attempt: number;
  readonly step: string;
  readonly ordinal: number;
  readonly weight: 'advisory' | 'authoritative';
  readonly result: EvidenceResult;
  readonly provider: string;
  readonly operation: string;
  readonly downstreamKey: string;
  readonly providerId: string | null;
  readonly failureCode: string | null;
  readonly detail: string;
  readonly raw: string | null;
  readonly keyWindowOpen: boolean;
  readonly isNamed: boolean;
  readonly takenBy: string;
  readonly takenByName: string;
  readonly takenAt: Date;
  readonly validUntil: Date;
  readonly validLeftMs: number;
};

const columnsBy = (clock: Clock): string => `
SELECT e.id::pg_catalog.text, record_id::pg_catalog.text AS "recordId", attempt, step, ordinal, weight, result, provider, operation,
  downstream_key AS "downstreamKey", provider_id AS "providerId", failure_code AS "failureCode", detail, raw,
  key_window_open AS "keyWindowOpen", is_named AS "isNamed", taken_by AS "takenBy", coalesce(u.name, taken_by) AS "takenByName", taken_at AS "takenAt",
  valid_until AS "validUntil", ${msOf(`valid_until - ${NOW[clock]}`)} AS "validLeftMs"
FROM public.lookup_evidence e LEFT JOIN public."user" u ON u.id = e.taken_by`;

/** The evidence of this id where it is of this record, or null. */
export async function findEvidence(
  on: Tx | ClientBase,
  of: { readonly id: string; readonly recordId: string },
): Promise<EvidenceRow | null> {
  const { rows } = await connectionOf(on).query<EvidenceRow>({
    name: 'latchkey_find_evidence',
    text: `${columnsBy('decides')} WHERE e.id = $1::bigint AND record_id = $2::bigint`,
    values: [of.id, of.recordId],
  });
  return rows[0] ?? null;
}

/** More than one screen of them says nothing more: the last ones decide. */
const MAX_SHOWN = 20;

/** The latest look-ups of a record, newest first. */
export async function listEvidence(on: ClientBase, recordId: string): Promise<EvidenceRow[]> {
  const { rows } = await on.query<EvidenceRow>({
    name: 'latchkey_list_evidence',
    text: `${columnsBy('shown')} WHERE record_id = $1::bigint ORDER BY e.id DESC LIMIT ${MAX_SHOWN}`,
    values: [recordId],
  });
  return rows;
}
