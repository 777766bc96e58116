import type { ClientBase } from 'pg';

/** An effect that was found after its call had been settled without one. */
export type AlarmRow = {
  readonly id: string;
  readonly recordId: string;
  readonly procedure: string;
  readonly account: string | null;
  readonly step: string | null;
  readonly detail: string | null;
  readonly at: Date;
};

/** What a banner can name; each is an incident of its own. */
const MAX_ALARMS = 50;

const TEXT = `
SELECT e.id::pg_catalog.text, e.record_id::pg_catalog.text AS "recordId", r.procedure, account.name AS account, e.step, e.detail, e.at
FROM public.record_event e JOIN public.idempotency_record r ON r.id = e.record_id LEFT JOIN public.account ON account.id = r.scope
WHERE e.event = 'effect_found_late' ORDER BY e.id DESC LIMIT ${MAX_ALARMS}`;

/** The latest alarms, newest first. */
export async function selectAlarms(client: ClientBase): Promise<AlarmRow[]> {
  const { rows } = await client.query<AlarmRow>({ name: 'latchkey_list_alarms', text: TEXT, values: [] });
  return rows;
}
