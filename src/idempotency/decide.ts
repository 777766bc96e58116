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

/** Longest advice in milliseconds while an owner works: most work ends long before its lease does, and somebody is looking at a spinner. */
const MAX_RETRY_AFTER_MS = 5_000;

/** Longest advice in milliseconds while a next try is awaited: a provider is away or pending, and somebody still wants to see its end. */
const MAX_NEXT_TRY_MS = 60_000;

const refuse = (refusal: KeyRefusal): Decision => ({ do: 'refuse', refusal, conflict: false });

/**
 * Milliseconds after which asking again is worth it, bounded: while the lease runs its end, at which something must have
 * changed; behind it the next try, before which nobody goes on. Null: it is abandoned, and whoever asks may go on now.
 */
export const retryAfter = ({
  leaseLeftMs,
  nextTryLeftMs,
}: Pick<InProgressRecord, 'leaseLeftMs' | 'nextTryLeftMs'>): number | null => {
  if (leaseLeftMs > 0) return within(leaseLeftMs, MAX_RETRY_AFTER_MS);
  return nextTryLeftMs > 0 ? retryAfterWait(nextTryLeftMs) : null;
};

/** What a client is advised to wait, in milliseconds, where the next try is due in so many. */
export const retryAfterWait = (nextTryLeftMs: number): number => within(nextTryLeftMs, MAX_NEXT_TRY_MS);

const within = (ms: number, mostMs: number): number => Math.min(mostMs, Math.max(MIN_RETRY_AFTER_MS, Math.ceil(ms)));

const decideInProgress = (record: InProgressRecord): Decision => {
  // A lease without an end would be immortal, one that is not a number would be anybody's; a next try likewise.
  const lengths = { 'of lease left': record.leaseLeftMs, 'until its next try': record.nextTryLeftMs };
  for (const [of, ms] of Object.entries(lengths)) {
    if (!Number.isFinite(ms)) throw new Error(`Record ${record.id} has ${ms} ms ${of}; expected is a finite number.`);
  }
  if (record.parkedReason !== null) return refuse(outcomeUnknown(String(record.id)));
  const waitMs = retryAfter(record);
  return waitMs === null ? { do: 'recover', record } : refuse(inFlight(waitMs, String(record.id)));
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
