import type { Pool, PoolClient } from 'pg';
import type { SettledCall } from './pick-settled.ts';
import { lockRight } from './read-right.ts';

/** An effect that a provider has although its call was settled without one. */
export type LateEffect = {
  readonly providerId: string;
  /** As the provider has it; null where it does not say. */
  readonly amount: { readonly cents: number; readonly currency: string } | null;
  /** What happened, as a sentence, and the provider's own words. */
  readonly detail: string;
  readonly evidence: string;
};

// Whatever else was begun for the same thing is named: of two effects a person has to undo one.
const RAISE = `
WITH alarm AS (
  INSERT INTO public.effect_alarm
    (record_id, event_id, scope, procedure, subject_type, subject_id, step, ordinal, provider, provider_id, amount_minor, currency)
  SELECT r.id, pg_catalog.nextval('public.record_event_id_seq'::pg_catalog.regclass), r.scope, r.procedure, r.subject_type, r.subject_id, $3, $4, $5, $6, $7::bigint, $8
  FROM public.idempotency_record r WHERE r.id = $1::bigint
  ON CONFLICT (record_id, step, ordinal) DO NOTHING
  RETURNING event_id, record_id, subject_type, subject_id
), others AS (
  SELECT pg_catalog.string_agg('#' || o.id, ', ' ORDER BY o.id) AS ids
  FROM alarm JOIN public.idempotency_record o ON o.subject_type = alarm.subject_type AND o.subject_id = alarm.subject_id
    AND o.id <> alarm.record_id AND o.external_began AND (o.open_since IS NOT NULL OR o.outcome = 'success')
), noted AS (
  INSERT INTO public.record_event (id, record_id, attempt, event, step, detail, evidence)
  SELECT alarm.event_id, alarm.record_id, $2, 'effect_found_late', $3,
    $9 || coalesce(' Also called for the same ' || alarm.subject_type || ': record ' || others.ids || '.', ''), $10
  FROM alarm, others
), stopped AS (
  UPDATE public.external_reference SET next_look_at = NULL, provider_id = $6
  WHERE record_id = $1::bigint AND step = $3 AND ordinal = $4
)
SELECT FROM alarm`;

/**
 * Raises the alarm of a call once, in one transaction: from its commit on no call is intended for the same resource until a
 * person has dealt with it. The call is not looked up any more. @returns false when the alarm was raised before.
 */
export async function raiseAlarm(pool: Pool, call: SettledCall, effect: LateEffect): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const isNew = await raise(client, call, effect);
    await client.query('COMMIT');
    client.release();
    return isNew;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

async function raise(client: PoolClient, call: SettledCall, effect: LateEffect): Promise<boolean> {
  await lockRight(client, call.resource ?? call.recordId);
  const { rowCount } = await client.query({
    name: 'latchkey_raise_alarm',
    text: RAISE,
    values: [
      String(call.recordId),
      call.attempt,
      call.step,
      call.ordinal,
      call.provider,
      effect.providerId,
      effect.amount?.cents ?? null,
      effect.amount?.currency ?? null,
      effect.detail,
      effect.evidence,
    ],
  });
  return rowCount === 1;
}
