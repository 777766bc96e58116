import type { EvidenceFacts, OpenCallFacts } from './flow-facts.ts';

/** What an operator may do with a held record; leaving it held is always possible and no command. */
export const DECISIONS = ['adopt', 'refuse', 'release'] as const;

export type Decision = (typeof DECISIONS)[number];

/** A decision that the evidence allows, and whether it takes two people. */
export type Offer = {
  readonly decision: Decision;
  readonly needsSecondPerson: boolean;
  readonly why: string;
};

/** Three days: a provider that has not said by then what became of a call will hardly say it. */
export const LONG_UNKNOWN_MS = 72 * 3_600_000;

/**
 * What is offered once the drain is over. `evidence` is valid, authoritative and of this very call; without an open call
 * there is nothing outside to take evidence of.
 */
export function offersOn(evidence: EvidenceFacts | null, openCall: OpenCallFacts | null): readonly Offer[] {
  if (!openCall) {
    return [alone('release', 'No call is open: what remains is done in this database, by the procedure itself.')];
  }
  if (!evidence) return [];
  const isLongUnknown = openCall.sinceLastCallMs >= LONG_UNKNOWN_MS;
  switch (evidence.result) {
    case 'found_succeeded':
      if (!evidence.isNamed) return [alone('adopt', 'The provider has it, as intended: its result is taken over.')];
      return isLongUnknown ? [together('adopt', 'The provider has it under the id that you named, as intended.')] : [];
    case 'found_failed':
      return [alone('refuse', 'The provider has refused it: the procedure refuses, and undoes what it took.')];
    case 'found_pending':
      return [];
    case 'not_found':
      return keyWindowIsOpen(evidence, openCall)
        ? [alone('release', 'The provider has nothing and still remembers the key: the call is made again under it.')]
        : [
            alone(
              'refuse',
              'The provider has nothing and may have forgotten the key: the procedure refuses and undoes.',
            ),
            together(
              'release',
              'The provider may have forgotten the key: a call that is on its way would be a second one.',
            ),
          ];
    case 'ambiguous':
    case 'unavailable':
      return isLongUnknown ? [together('refuse', 'For more than three days nobody could say what became of it.')] : [];
  }
}

/** Open at the look-up and still open now: the stricter of both. */
const keyWindowIsOpen = (evidence: EvidenceFacts, openCall: OpenCallFacts): boolean =>
  evidence.keyWindowOpen && openCall.keyWindowLeftMs > 0;

/** May an operator name a provider's id, which the server then retrieves and checks? */
export const mayNameProviderId = (openCall: OpenCallFacts | null): boolean =>
  openCall !== null && openCall.sinceLastCallMs >= LONG_UNKNOWN_MS;

const alone = (decision: Decision, why: string): Offer => ({ decision, needsSecondPerson: false, why });

const together = (decision: Decision, why: string): Offer => ({ decision, needsSecondPerson: true, why });
