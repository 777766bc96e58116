import type { FlowKind, RecordFacts } from './flow-facts.ts';
import { type FlowRefusal, refuseFlow } from './flow-refusal.ts';

/** A third of the default lease: an owner whose renewal met a slow database comes back within one renewal. */
export const LEASE_GRACE_MS = 10_000;

/** Two missed renewals of the default lease; also keeps hands off a record that a worker is trying again just now. */
export const HEARTBEAT_SILENCE_MS = 20_000;

/** Whether this operator may take hold of the record now; null: yes. Each refusal says its values. */
export function fenceGate(facts: RecordFacts, flow: FlowKind, operatorId: string): FlowRefusal | null {
  if (facts.mode !== 'phased') {
    return refuseFlow('transactional', 'This record commits all at once: it has no owner that could be fenced off.');
  }
  const { hold } = facts;
  if (hold) {
    return hold.heldBy === operatorId
      ? refuseFlow('held_by_you', 'You hold this record already. Go on where you left.')
      : refuseFlow('held', `${hold.heldName} holds this record: ${hold.reason}`);
  }
  switch (facts.state) {
    case 'COMPLETED':
      return refuseFlow('completed', 'This record is completed: there is nothing left to settle.');
    case 'UNKNOWN':
      return flow === 'resolve'
        ? null
        : refuseFlow('unknown_already', 'Its outcome is unknown and no owner is at work: resolve it instead.');
    case 'IN_PROGRESS':
      if (flow === 'resolve' && facts.parkedReason === null) {
        return refuseFlow('not_unknown', 'This record is in progress and not unknown: release it instead.');
      }
      return silence(facts);
  }
}

/** Why the owner may still be at work, or null. A parked record was given up by its owner itself. */
function silence({ parkedReason, leaseLapsedMs, heartbeatAgeMs }: RecordFacts): FlowRefusal | null {
  if (parkedReason !== null) return null;
  if (leaseLapsedMs < 0) {
    return refuseFlow(
      'lease_running',
      `Its owner is at work: the lease runs for ${seconds(-leaseLapsedMs)} more. Wait for it to lapse.`,
    );
  }
  if (leaseLapsedMs < LEASE_GRACE_MS) {
    return refuseFlow(
      'lease_grace',
      `The lease lapsed ${seconds(leaseLapsedMs)} ago, and a slow owner may still renew it. ` +
        `It can be fenced ${seconds(LEASE_GRACE_MS)} after the lapse.`,
    );
  }
  if (heartbeatAgeMs !== null && heartbeatAgeMs < HEARTBEAT_SILENCE_MS) {
    return refuseFlow(
      'heartbeat',
      `There was a sign of its owner ${seconds(heartbeatAgeMs)} ago. It can be fenced after ${seconds(HEARTBEAT_SILENCE_MS)} of silence.`,
    );
  }
  return null;
}

const seconds = (ms: number): string => `${Math.ceil(ms / 1_000)} s`;
