import type { Resource } from '../idempotency/decide-right.ts';
import type { Fingerprint } from '../idempotency/fingerprint.ts';
import type { Key } from '../idempotency/key.ts';
import type { Policy } from '../idempotency/policy.ts';
import type { KeyRefusal } from '../idempotency/reason.ts';
import type { Refusal } from '../idempotency/refusal.ts';

/** One keyed request, parsed and authorised: what the engine needs to decide and to record. */
export type KeyedRequest = {
  readonly scope: string;
  readonly key: Key;
  readonly procedure: string;
  /** Paths that the procedure had before: records of theirs are answered as its own. */
  readonly formerly?: readonly string[];
  /** Who asks, for the desk: `api-key:<id>` or `user:<id>`. */
  readonly caller: string;
  readonly policy: Policy;
  /** The caller says that it sent this key before. A hint: it only chooses which statement goes first. */
  readonly isRetry: boolean;
  /** What the request is about, where its procedure says so; a phased definition says it of its input. */
  readonly resource?: Resource | null;
  /** Of bytes that the work cannot reach; under the procedure's own path unless another one is given. */
  fingerprintAt(version: number, procedure?: string): Fingerprint;
};

/** An answer as it goes over the wire: the serialized `result.data` or `error` member. */
export type EncodedAnswer = {
  /** HTTP status. */
  readonly status: number;
  readonly text: string;
  readonly resourceId: string | null;
};

/** Turns what the work gave back into the text that is stored and sent. Throws when it cannot be serialized. */
export type AnswerEncoder<T> = {
  success(value: T): EncodedAnswer;
  refusal(refusal: Refusal): EncodedAnswer;
};

/** What a keyed request gets. Faults of the work, which are never stored, are thrown instead. */
export type RunResult = Answered | Rejected;

/** The outcome of the intent. */
export type Answered = {
  readonly kind: 'answered';
  readonly outcome: 'success' | 'refusal';
  readonly replayed: boolean;
  readonly text: string;
};

declare const counted: unique symbol;

/** The request was answered without running its work, and that was counted: only `reject` makes one. */
export type Rejected = { readonly kind: 'refused'; readonly refusal: KeyRefusal; readonly [counted]: true };
