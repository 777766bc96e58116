import type { KeyRefusal } from '../idempotency/reason.ts';
import type { StoredError } from './stored-answer.ts';

/** Cause of a TRPCError: the request was answered without running its work. */
export class KeyRefused extends Error {
  readonly refusal: KeyRefusal;
  constructor(refusal: KeyRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Why an operator's command was turned away before it ran; none of these is an outcome. */
export type DenialReason = 'permission' | 'sign_in_again' | 'read_only';

/** Cause of a TRPCError: an operator's command was turned away before it ran. */
export class OperatorDenied extends Error {
  readonly reason: DenialReason;
  constructor(reason: DenialReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Cause of a TRPCError: the outcome of the intent is a final refusal, which goes out as it is stored. */
export class RefusalAnswered extends Error {
  readonly stored: StoredError;
  constructor(stored: StoredError) {
    super(stored.message);
    this.stored = stored;
  }
}
