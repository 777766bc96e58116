import { changed } from './check-decision.ts';
import type { RecordFacts } from './flow-facts.ts';
import { type FlowRefusal, refuseFlow } from './flow-refusal.ts';

/** Half an hour: longer than a drain, a look-up and a second person's answer take, shorter than a shift. */
export const IDLE_HOLD_MS = 30 * 60_000;

/** Why the hold may not be taken over by this operator, or null. */
export function checkTakeover(record: RecordFacts, seenAttempt: number, operatorId: string): FlowRefusal | null {
  if (record.attempt !== seenAttempt) return changed(record, seenAttempt);
  const { hold } = record;
  if (!hold) return refuseFlow('not_held', 'Nobody holds this record.');
  if (hold.heldBy === operatorId) return refuseFlow('held_by_you', 'You hold this record already.');
  if (hold.idleMs < IDLE_HOLD_MS) {
    return refuseFlow(
      'hold_not_idle',
      `${hold.heldName} was here ${Math.floor(hold.idleMs / 60_000)} minutes ago. A hold can be taken over after 30 idle minutes.`,
    );
  }
  return null;
}
