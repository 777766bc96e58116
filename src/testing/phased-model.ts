/** Somebody who was the owner of the key's record once, and may still believe it. */
export type Believer = { readonly recordId: bigint; readonly attempt: number };

/** The record of one key, in the fewest words that say what each statement must do. */
export type PhasedRecordModel = {
  readonly recordId: bigint;
  state: 'IN_PROGRESS' | 'UNKNOWN' | 'COMPLETED';
  attempt: number;
  lapsed: boolean;
  due: boolean;
  parked: boolean;
  held: boolean;
  steps: number;
  began: boolean;
  answer: string | null;
};

/** One key: its record, everybody who believes to own it, and the business rows that must be there. */
export type PhasedModel = {
  record: PhasedRecordModel | null;
  readonly believers: Believer[];
  readonly rows: string[];
};

export const emptyModel = (): PhasedModel => ({ record: null, believers: [], rows: [] });

/** Whether a fenced write of this believer must land. */
export const owns = ({ record }: PhasedModel, { recordId, attempt }: Believer): boolean =>
  record !== null &&
  record.recordId === recordId &&
  record.attempt === attempt &&
  record.state === 'IN_PROGRESS' &&
  !record.parked;

/** Whether the record may be taken over: nobody works on it. */
export const isAbandoned = ({ record }: PhasedModel): boolean =>
  record !== null && record.state === 'IN_PROGRESS' && !record.parked && record.lapsed;

/** The record under its next attempt, with a fresh lease, owned by whoever asked. */
export const takenOver = (model: PhasedModel, attempt: number): void => {
  if (!model.record) return;
  Object.assign(model.record, { state: 'IN_PROGRESS', attempt, lapsed: false, due: false });
  model.believers.push({ recordId: model.record.recordId, attempt });
};

/** A completed record: nothing of it changes any more. */
export const completed = ({ record }: PhasedModel, answer: string): void => {
  if (record) Object.assign(record, { state: 'COMPLETED', answer });
};
