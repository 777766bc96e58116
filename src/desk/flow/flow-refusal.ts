import { type Refusal, type RefusalDetails, refuse } from '../../idempotency/refusal.ts';

/** Why a step of a flow is refused. Closed: pages and tests know each. */
export type FlowReason =
  | 'no_such_record'
  | 'transactional'
  | 'completed'
  | 'unknown_already'
  | 'not_unknown'
  | 'lease_running'
  | 'lease_grace'
  | 'heartbeat'
  | 'locked'
  | 'held'
  | 'held_by_you'
  | 'not_held'
  | 'not_yours'
  | 'hold_not_idle'
  | 'changed'
  | 'draining'
  | 'no_open_call'
  | 'code_gone'
  | 'evidence_needed'
  | 'evidence_advisory'
  | 'evidence_expired'
  | 'evidence_other_attempt'
  | 'evidence_other_call'
  | 'not_offered'
  | 'second_person_needed'
  | 'second_person_not_needed'
  | 'no_such_approval'
  | 'approval_closed'
  | 'same_person'
  | 'wrong_code';

/** A refusal of the flow as data: nothing was changed. */
export type FlowRefusal = Refusal<FlowReason>;

/** 409: what the command met is not what it may act on; nothing was changed. */
export const refuseFlow = (reason: FlowReason, message: string, details?: RefusalDetails): FlowRefusal =>
  refuse(reason, 409, message, details);

/** 404: there is no such record, or no more. */
export const noSuchRecord = (id: string): FlowRefusal =>
  refuse('no_such_record', 404, `There is no record ${id}. It may have been forgotten by now.`);
