import type { Reason } from '../idempotency/reason.ts';
import type { RefusalDetails } from '../idempotency/refusal.ts';
import type { DenialReason } from '../trpc/error-causes.ts';

type Common = {
  /** What happened, for a person. */
  readonly message: string;
  /** The `x-request-id` of the answer, to quote when asking for help. */
  readonly requestId?: string;
};

/** Answered without running the work; the members are those of `error.data.idempotency`. */
export type KeyFailure = Common & {
  readonly kind: 'key';
  readonly reason: Reason;
  readonly retryAfterMs?: number;
  readonly recordId?: string;
  readonly differingFields?: readonly string[];
  readonly originalStatus?: number;
  readonly resourceId?: string | null;
};

/** Why a request has no success to show. A closed set: whoever shows it says something about each. */
export type Failure =
  | KeyFailure
  /** The business refused for good; stored, and replayed under the same key. */
  | (Common & { readonly kind: 'refused'; readonly code: string; readonly details?: RefusalDetails })
  /** The input is not valid; nothing was stored. Sentences by dotted path of the field. */
  | (Common & { readonly kind: 'input'; readonly fields: Readonly<Record<string, string>> })
  /** Nobody is signed in any more. */
  | (Common & { readonly kind: 'sign_in' })
  /** Signed in as somebody who may not, or as another account than the one that asked; `reason` where an operator's command was turned away. */
  | (Common & { readonly kind: 'forbidden'; readonly reason?: DenialReason })
  /** No answer of the app arrived: connection lost, timeout, or a proxy spoke in its place. */
  | (Common & { readonly kind: 'no_answer'; readonly retryAfterMs?: number })
  /** Another failure (408, 429, 5xx without a reason): not stored, so the same key may come again. */
  | (Common & { readonly kind: 'failed'; readonly status: number });
