/** How much of an answer a procedure keeps. `reference` keeps the resource id and status only. */
export type KeepAnswer = 'full' | 'reference';

/** What a procedure may decide about its records; the rest is the same for all. */
export type Policy = {
  readonly keepAnswer: KeepAnswer;
  /** How long a duplicate waits for the running owner before it gets 409, in milliseconds. 0: not at all. */
  readonly waitMs: number;
  /** Bytes (UTF-8) above which an answer is not kept. */
  readonly maxAnswerBytes: number;
  readonly retention: Retention;
};

/**
 * Three windows of a completed record, in hours: the answer is replayed until `answerHours` after completion, then the key
 * is answered `answer_purged` until `keyHours` after completion, then `key_expired` for `memoryHours` more.
 */
export type Retention = {
  readonly answerHours: number;
  readonly keyHours: number;
  readonly memoryHours: number;
};
