import { z } from 'zod';
import { type Refusal, refuse } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { ALARM_ENDS, type AlarmEnd, dealAlarm as closeAlarm, readAlarm } from '../postgres/statements/deal-alarm.ts';
import type { Applied } from './applied.ts';
import { bigintText } from './bigint-text.ts';
import { changed } from './changed.ts';
import type { Operator } from './operator.ts';
import { reasonText } from './reason-text.ts';

/** The record is named too, for the audit. */
export const dealAlarmInput = z.object({
  id: bigintText,
  recordId: bigintText,
  how: z.enum(ALARM_ENDS),
  reason: reasonText(),
});

/**
 * Closes an alarm by what a person did about the late effect. Nothing else is changed: `undone` and `not_ours` open its resource
 * to other calls again, `kept` leaves it closed for good.
 */
export async function dealAlarm(
  tx: Tx,
  operator: Operator,
  { id, recordId, how, reason }: z.output<typeof dealAlarmInput>,
): Promise<Applied<{ readonly id: string; readonly how: AlarmEnd }> | Refusal> {
  const before = await readAlarm(tx, id);
  if (!before || before.recordId !== recordId) {
    return refuse('not_found', 404, `There is no alarm ${id} of record ${recordId}. Nothing was done.`);
  }
  const dealt = await closeAlarm(tx, id, { userId: operator.userId, name: operator.name, how, reason });
  if (!dealt) {
    const now = (await readAlarm(tx, id)) ?? before;
    const { dealtName, dealtAt } = now;
    return changed(`${dealtName ?? 'Somebody'} has dealt with this alarm already.`, {
      how: now.how,
      dealtName,
      dealtAt: dealtAt?.toISOString() ?? null,
    });
  }
  const { providerId, subjectType, subjectId } = dealt;
  return {
    answer: { id, how },
    before: { how: null, providerId, subjectType, subjectId },
    after: { how },
  };
}
