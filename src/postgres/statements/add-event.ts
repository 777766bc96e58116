import type { ClientBase, Pool } from 'pg';
import { noRows, type Prepared, perform } from '../prepared.ts';
import type { Owner } from './prove-ownership.ts';

/** Words of the timeline of a phased record. */
export type RecordEventWord =
  | 'claimed'
  | 'taken_over'
  | 'step_committed'
  | 'call_intended'
  | 'call_stopped'
  | 'call_answered'
  | 'looked_up'
  | 'late_write_rejected'
  | 'late_answer'
  | 'lease_lost'
  | 'yielded'
  | 'unknown'
  | 'parked'
  | 'completed'
  | 'effect_found_late'
  // What operators did.
  | 'fenced'
  | 'hold_taken_over'
  | 'provider_checked'
  | 'settled_by_operator'
  | 'released_by_operator';

export type RecordEventRow = {
  readonly event: RecordEventWord;
  readonly step?: string;
  readonly detail?: string;
  /** What a provider said, as text with secrets masked. */
  readonly evidence?: string;
};

const TEXT = `
INSERT INTO public.record_event (record_id, attempt, event, step, detail, evidence) VALUES ($1, $2, $3, $4, $5, $6)`;

/** Appends to the timeline. Needs no ownership: evidence of an attempt that lost its record is kept too. */
export const addEvent = (client: ClientBase | Pool, owner: Owner, row: RecordEventRow): Promise<void> =>
  perform(client, eventStatement(owner, row));

/** The same as a statement that can be sent together with another. */
export const eventStatement = (owner: Owner, row: RecordEventRow): Prepared => ({
  name: 'latchkey_add_event',
  text: TEXT,
  values: [
    String(owner.recordId),
    owner.attempt,
    row.event,
    row.step ?? null,
    row.detail ?? null,
    row.evidence ?? null,
  ],
  read: noRows,
});
