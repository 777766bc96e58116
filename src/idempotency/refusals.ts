import type { KeyRefusal } from './reason.ts';

/** No key came with a mutation that needs one. */
export const keyMissing = (): KeyRefusal => ({
  reason: 'key_missing',
  message:
    'This mutation needs an Idempotency-Key header: send one key per intent, for example a UUID. Nothing was run.',
});

/** The header does not hold one key; `found` is the clause that says what it holds instead. */
export const keyInvalid = (found: string): KeyRefusal => ({
  reason: 'key_invalid',
  message: `The Idempotency-Key header ${found}. Expected is one key of 1 to 255 visible ASCII characters. Nothing was run.`,
});

/** One key came with several mutations of a batch, or with one whose answer is streamed. */
export const keyInBatch = (): KeyRefusal => ({
  reason: 'key_in_batch',
  message:
    'One Idempotency-Key cannot name several mutations: send each protected mutation in a request of its own, ' +
    'not batched and not streamed. Nothing was run.',
});

/** The key names another request: `differingFields` are names, never values. */
export const keyConflict = (recordId: string, differingFields: readonly string[]): KeyRefusal => ({
  reason: 'key_conflict',
  message:
    `This key was first used for another request; different here: ${differingFields.join(', ')}. ` +
    'The first request stands. For another intent use a new key.',
  recordId,
  differingFields,
});

/** The same request is still running; `recordId` is unknown while its claim is not committed. */
export const inFlight = (retryAfterMs: number, recordId?: string): KeyRefusal => ({
  reason: 'in_flight',
  message: 'The same request is still running. Send it again with the same key to get its answer.',
  retryAfterMs,
  ...(recordId === undefined ? {} : { recordId }),
});

/** An external step began and nobody can say how it ended. */
export const outcomeUnknown = (recordId: string): KeyRefusal => ({
  reason: 'outcome_unknown',
  message:
    'This request began, and its outcome is not known yet. It is being looked up; sending it again does not run it again. ' +
    'Ask for its status and do not use a new key.',
  recordId,
});

/** An operator holds the record while checking what happened outside. */
export const underReview = (recordId: string): KeyRefusal => ({
  reason: 'under_review',
  message:
    'A person is checking what became of this request. Sending it again does not run it again. ' +
    'Ask for its status and do not use a new key.',
  recordId,
});

/** What is left of an outcome whose answer text is gone or was never kept. */
export type AnswerGone = {
  readonly recordId: string;
  readonly originalStatus: number;
  readonly resourceId: string | null;
};

/** The request took effect (or was refused) and its answer is no longer kept. */
export const answerPurged = (gone: AnswerGone): KeyRefusal => ({
  reason: 'answer_purged',
  message:
    `This request was answered with status ${gone.originalStatus}, and that answer is no longer kept. ` +
    (gone.resourceId === null
      ? 'It does not run again.'
      : `Look at ${gone.resourceId} instead; it does not run again.`),
  ...gone,
});

/** The key is beyond its retention and still remembered. */
export const keyExpired = (recordId: string): KeyRefusal => ({
  reason: 'key_expired',
  message:
    'This key has expired: its request was answered long ago. Check what became of it; ' +
    'a new attempt needs a new key, and that is a decision of its own.',
  recordId,
});

/** The installation takes no new work; replays are still answered. */
export const readOnly = (retryAfterMs: number): KeyRefusal => ({
  reason: 'read_only',
  message: 'This installation is read-only for now, so nothing was run. The same key is safe to send again later.',
  retryAfterMs,
});

/** Either nothing took effect, or all of it together with its record. */
export const unavailable = (retryAfterMs: number): KeyRefusal => ({
  reason: 'unavailable',
  message:
    'The outcome could not be confirmed. Send the request again with the same key: ' +
    'what took effect by then is answered, and nothing happens twice.',
  retryAfterMs,
});
