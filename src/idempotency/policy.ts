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

/** Three windows, each counted from the end of the one before it, in hours. */
export type Retention = {
  readonly answerHours: number;
  readonly keyHours: number;
  readonly memoryHours: number;
};
