import type { RequestPrint } from './compare-request.ts';
import { compareRequest } from './compare-request.ts';
import type { KeyRefusal } from './reason.ts';
import type { CompletedRecord, InProgressRecord, RecordView } from './record.ts';
import { answerPurged, inFlight, keyConflict, keyExpired, outcomeUnknown, underReview } from './refusals.ts';

/** What a request that met a record gets; `conflict` asks for a conflict event beside the refusal. */
export type Decision =
  | { readonly do: 'replay'; readonly record: CompletedRecord & { readonly answer: string } }
  | { readonly do: 'refuse'; readonly refusal: KeyRefusal; readonly conflict: boolean }
  | { readonly do: 'recover'; readonly record: InProgressRecord };

/** Shortest advice in milliseconds: a person does not notice it, and a client that obeys asks four times a second at most. */
const MIN_RETRY_AFTER_MS = 250;

/** Longest advice in milliseconds: most work ends long before its lease does, and somebody is looking at a spinner. */
const MAX_RETRY_AFTER_MS = 5_000;

const refuse = (refusal: KeyRefusal): Decision => ({ do: 'refuse', refusal, conflict: false });

/** Milliseconds after which asking again is worth it: the end of the lease, at which something must have changed, bounded. */
export const retryAfterLease = (leaseLeftMs: number): number =>
  Math.min(MAX_RETRY_AFTER_MS, Math.max(MIN_RETRY_AFTER_MS, Math.ceil(leaseLeftMs)));

const decideInProgress = (record: InProgressRecord): Decision => {
  // A lease without an end would be immortal, one that is not a number would be anybody's.
  if (!Number.isFinite(record.leaseLeftMs)) {
    throw new Error(`Record ${record.id} has ${record.leaseLeftMs} ms of lease left; expected is a finite number.`);
  }
  if (record.parkedReason !== null) return refuse(outcomeUnknown(String(record.id)));
  if (record.leaseLeftMs <= 0) return { do: 'recover', record };
  return refuse(inFlight(retryAfterLease(record.leaseLeftMs), String(record.id)));
};

const gone = (record: CompletedRecord): Decision =>
  refuse(
    answerPurged({
      recordId: String(record.id),
      originalStatus: record.outcomeStatus,
      resourceId: record.resourceId,
    }),
  );

const decideCompleted = (record: CompletedRecord): Decision => {
  switch (record.window) {
    case 'answer':
      return record.answerKept === 'full' && record.answer !== null
        ? { do: 'replay', record: { ...record, answer: record.answer } }
        : gone(record);
    case 'key':
      return gone(record);
    case 'memory':
      return refuse(keyExpired(String(record.id)));
  }
};

/**
 * Decides what a request gets that met this record. The fingerprint comes first, in every state and window, so that
 * another request under the same key learns nothing about the record except that it is not its own.
 */
export const decide = (record: RecordView, request: RequestPrint): Decision => {
  const comparison = compareRequest(record, request);
  if (!comparison.same) {
    return { do: 'refuse', refusal: keyConflict(String(record.id), comparison.differingFields), conflict: true };
  }
  switch (record.state) {
    case 'IN_PROGRESS':
      return decideInProgress(record);
    case 'COMPLETED':
      return decideCompleted(record);
    case 'UNKNOWN':
      return refuse(record.heldBy === null ? outcomeUnknown(String(record.id)) : underReview(String(record.id)));
  }
};
