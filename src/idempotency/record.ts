import type { StoredFingerprint } from './fingerprint.ts';

/** Which of the three retention windows a completed record is in, judged by the database's clock. */
export type RetentionWindow = 'answer' | 'key' | 'memory';

/** Why there is an answer text, or why there is none. */
export type AnswerKept = 'full' | 'reference' | 'too_large' | 'not_serializable' | 'purged';

export type Outcome = 'success' | 'refusal';

type RecordBase = {
  readonly id: bigint;
  readonly procedure: string;
  readonly attempt: number;
  readonly fingerprint: StoredFingerprint;
  readonly createdAt: Date;
};

export type InProgressRecord = RecordBase & {
  readonly state: 'IN_PROGRESS';
  /** Milliseconds until the lease lapses, by the database's clock; zero or less means stuck. */
  readonly leaseLeftMs: number;
  /** Milliseconds until somebody may go on with it once its lease has lapsed; zero or less: at once. */
  readonly nextTryLeftMs: number;
  /** Why a person is needed before anything runs again, or null. */
  readonly parkedReason: string | null;
};

export type CompletedRecord = RecordBase & {
  readonly state: 'COMPLETED';
  readonly window: RetentionWindow;
  readonly outcome: Outcome;
  /** HTTP status of the first answer. */
  readonly outcomeStatus: number;
  readonly answer: string | null;
  readonly answerKept: AnswerKept;
  readonly resourceId: string | null;
  readonly completedAt: Date;
};

export type UnknownRecord = RecordBase & {
  readonly state: 'UNKNOWN';
  /** The operator who holds it, or null. */
  readonly heldBy: string | null;
};

/** A record as one fresh statement saw it. */
export type RecordView = InProgressRecord | CompletedRecord | UnknownRecord;
