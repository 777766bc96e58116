import { decideRecovery, type OpenCall } from './decide-recovery.ts';
import type { ExpectedEffect, LookupResult } from './external-operation.ts';

/** What a look-up by the server says of a call, in the words that decisions go by. */
export type EvidenceResult =
  | 'found_succeeded'
  | 'found_pending'
  | 'found_failed'
  | 'not_found'
  | 'ambiguous'
  | 'unavailable';

/** A look-up's result as it is kept: a closed word, and what the decision needs beside it. */
export type EvidenceReading = {
  readonly result: EvidenceResult;
  readonly providerId: string | null;
  readonly failureCode: string | null;
  /** For people; of a failed call the provider's own message. */
  readonly detail: string;
  readonly raw: string | null;
};

/** Reads a look-up. Nothing is guessed: an effect that is not the intent's, and an absence that may not last, are ambiguous. */
export function readEvidence(
  found: LookupResult,
  calls: Pick<OpenCall, 'isOver'>,
  expected: ExpectedEffect,
): EvidenceReading {
  const none = { providerId: null, failureCode: null, raw: 'raw' in found ? found.raw : null };
  switch (found.found) {
    case 'succeeded': {
      const { providerId } = found;
      const nothing = { state: 'intended', keyWindowIsOpen: false, replaysServerError: false, ordinal: 1 } as const;
      const recovery = decideRecovery(found, { ...calls, ...nothing }, expected);
      return recovery.do === 'adopt'
        ? { ...none, result: 'found_succeeded', providerId, detail: `The provider has ${providerId}, as intended.` }
        : {
            ...none,
            result: 'ambiguous',
            providerId,
            detail: 'why' in recovery ? recovery.why : 'It is not the intent.',
          };
    }
    case 'pending':
      return {
        ...none,
        result: 'found_pending',
        providerId: found.providerId,
        detail: `The provider has ${found.providerId} pending.`,
      };
    case 'failed':
      return {
        ...none,
        result: 'found_failed',
        providerId: found.providerId,
        failureCode: found.code,
        detail: found.message,
      };
    case 'absent':
      return calls.isOver
        ? { ...none, result: 'not_found', detail: 'The provider has nothing under this key, by a complete list.' }
        : {
            ...none,
            result: 'ambiguous',
            detail: 'The provider has nothing yet, and the last call may still be on its way.',
          };
    case 'cannot_tell':
      return { ...none, result: 'unavailable', detail: found.why };
  }
}
