import { connectionOf, type Tx } from '../guarded-tx.ts';
import { EQ } from './operators.ts';

/** How a person dealt with a late effect. All words that the table's CHECK knows. */
export const ALARM_ENDS = ['undone', 'kept', 'not_ours'] as const;

/** `undone` at the provider (refunded, reversed), `kept` as the one effect that counts, `not_ours`: another's. */
export type AlarmEnd = (typeof ALARM_ENDS)[number];

/** An alarm as a command finds it. */
export type AlarmStanding = {
  readonly recordId: string;
  readonly procedure: string;
  readonly subjectType: string | null;
  readonly subjectId: string | null;
  readonly providerId: string;
  readonly how: AlarmEnd | null;
  readonly dealtName: string | null;
  readonly dealtAt: Date | null;
};

const COLUMNS = `record_id::pg_catalog.text AS "recordId", procedure, subject_type AS "subjectType", subject_id AS "subjectId",
  provider_id AS "providerId", how, dealt_name AS "dealtName", dealt_at AS "dealtAt"`;

const DEAL = `
UPDATE public.effect_alarm SET dealt_at = pg_catalog.clock_timestamp(), dealt_by = $2, dealt_name = $3, how = $4, reason = $5
WHERE id ${EQ} $1::bigint AND dealt_at IS NULL
RETURNING ${COLUMNS}`;

/** Closes an open alarm. Null: there is none, or somebody has dealt with it. */
export async function dealAlarm(
  tx: Tx,
  id: string,
  by: { readonly userId: string; readonly name: string; readonly how: AlarmEnd; readonly reason: string },
): Promise<AlarmStanding | null> {
  const { rows } = await connectionOf(tx).query<AlarmStanding>({
    name: 'latchkey_deal_alarm',
    text: DEAL,
    values: [id, by.userId, by.name, by.how, by.reason],
  });
  return rows[0] ?? null;
}

const READ = `SELECT ${COLUMNS} FROM public.effect_alarm WHERE id ${EQ} $1::bigint`;

/** The alarm as it is now, or null. */
export async function readAlarm(tx: Tx, id: string): Promise<AlarmStanding | null> {
  const { rows } = await connectionOf(tx).query<AlarmStanding>({
    name: 'latchkey_read_alarm',
    text: READ,
    values: [id],
  });
  return rows[0] ?? null;
}
