import type { ClientBase } from 'pg';
import type { AlarmEnd } from './deal-alarm.ts';

export type { AlarmEnd };

/** An effect that was found after its call had been settled without one. */
export type AlarmRow = {
  readonly id: string;
  readonly recordId: string;
  /** Its row of the record's timeline. */
  readonly eventId: string;
  readonly procedure: string;
  readonly account: string | null;
  readonly subjectType: string | null;
  readonly subjectId: string | null;
  readonly step: string;
  readonly provider: string;
  readonly providerId: string;
  /** In minor units of `currency`, as decimal text; null where the provider does not say. */
  readonly amountMinor: string | null;
  readonly currency: string | null;
  /** What happened, as a sentence; null once the record is forgotten. */
  readonly detail: string | null;
  readonly at: Date;
  /** Null until a person has dealt with it. */
  readonly dealtAt: Date | null;
  readonly dealtName: string | null;
  readonly how: AlarmEnd | null;
  readonly reason: string | null;
};

/** What a banner can name; each is an incident of its own. */
const MAX_ALARMS = 50;

const ALARMS = `
SELECT a.id::pg_catalog.text, a.record_id::pg_catalog.text AS "recordId", a.event_id::pg_catalog.text AS "eventId", a.procedure,
  account.name AS account, a.subject_type AS "subjectType", a.subject_id AS "subjectId", a.step, a.provider,
  a.provider_id AS "providerId", a.amount_minor::pg_catalog.text AS "amountMinor", a.currency, e.detail, a.raised_at AS at,
  a.dealt_at AS "dealtAt", a.dealt_name AS "dealtName", a.how, a.reason
FROM public.effect_alarm a LEFT JOIN public.record_event e ON e.id = a.event_id LEFT JOIN public.account ON account.id = a.scope`;

const OPEN = `${ALARMS} WHERE a.dealt_at IS NULL ORDER BY a.id DESC LIMIT ${MAX_ALARMS}`;

/** The latest alarms that nobody has dealt with, newest first. */
export async function selectAlarms(client: ClientBase): Promise<AlarmRow[]> {
  const { rows } = await client.query<AlarmRow>({ name: 'latchkey_list_alarms', text: OPEN, values: [] });
  return rows;
}

const OF_RECORD = `${ALARMS} WHERE a.record_id = $1::bigint ORDER BY a.id`;

/** Every alarm of one record, the oldest first. */
export async function selectAlarmsOf(client: ClientBase, recordId: string): Promise<AlarmRow[]> {
  const { rows } = await client.query<AlarmRow>({ name: 'latchkey_alarms_of', text: OF_RECORD, values: [recordId] });
  return rows;
}
