import { retentionFaults } from './windows.ts';

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

/** What a procedure says of its own policy; the rest is its installation's. */
export type PolicyOptions = Partial<Omit<Policy, 'retention'>> & { readonly retention?: Partial<Retention> };

/** 256 KiB: the largest answer that still costs a replay about a millisecond. */
export const MAX_ANSWER_BYTES = 262_144;

/** The policy of a procedure in an installation. @throws with all its faults, as `assertPolicy`. */
export function policyOf(of: string, options: PolicyOptions, installation: Retention): Policy {
  const { keepAnswer = 'full', waitMs = 0, maxAnswerBytes = MAX_ANSWER_BYTES, retention = {} } = options;
  const policy = { keepAnswer, waitMs, maxAnswerBytes, retention: merged(installation, retention) };
  assertPolicy(of, policy);
  return policy;
}

/** @throws a sentence for each option that cannot be kept, naming what it is of. */
export function assertPolicy(of: string, options: PolicyOptions): void {
  const faults = policyFaults(options);
  if (faults.length > 0) throw new Error(`${of} cannot keep its records as it says. ${faults.join(' ')}`);
}

/** One sentence for each option that is given and cannot be kept; empty when all is sound. */
export const policyFaults = ({
  keepAnswer,
  waitMs,
  maxAnswerBytes,
  retention = {},
}: PolicyOptions): readonly string[] => [
  ...(keepAnswer === undefined || keepAnswer === 'full' || keepAnswer === 'reference'
    ? []
    : [`keepAnswer must be "full" or "reference", found ${String(keepAnswer)}.`]),
  ...(waitMs === undefined || (Number.isFinite(waitMs) && waitMs >= 0)
    ? []
    : [`waitMs must be a number of milliseconds, 0 or above, found ${String(waitMs)}.`]),
  ...(maxAnswerBytes === undefined || (Number.isSafeInteger(maxAnswerBytes) && maxAnswerBytes > 0)
    ? []
    : [`maxAnswerBytes must be a whole number above 0, found ${String(maxAnswerBytes)}.`]),
  ...retentionFaults(retention),
];

/** A window that is named and not given is the installation's. */
const merged = (installation: Retention, own: Partial<Retention>): Retention => ({
  answerHours: own.answerHours ?? installation.answerHours,
  keyHours: own.keyHours ?? installation.keyHours,
  memoryHours: own.memoryHours ?? installation.memoryHours,
});
