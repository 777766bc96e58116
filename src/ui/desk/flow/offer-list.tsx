import Link from 'next/link';
import type { ShownOffer } from '../../../desk/flow/get-flow.ts';
import type { Decision } from '../../../desk/flow/offers.ts';
import { Badge } from '../../badge.tsx';
import { Button } from '../../button.tsx';

/** What each decision is called, and what it does to the record. */
export const DECISION_WORDS: Readonly<Record<Decision, readonly [verb: string, about: string]>> = {
  adopt: [
    'Adopt the result',
    'The step gets the provider’s result, and the procedure finishes with it. A rerun is impossible.',
  ],
  refuse: ['Record the refusal', 'The procedure refuses, and undoes what it took. The customer is told so.'],
  release: [
    'Release for retry',
    'The record goes on by itself; an open call is made again under the same downstream key.',
  ],
};

export type OfferListProps = {
  readonly offers: readonly ShownOffer[];
  /** Why the one who looks may not decide, or null. */
  readonly why: string | null;
  readonly hrefOf: (decision: Decision) => string;
};

/** The decisions that the evidence allows, and no others. */
export function OfferList({ offers, why, hrefOf }: OfferListProps) {
  if (offers.length === 0) {
    return (
      <p className="max-w-prose text-pretty">
        On this evidence nothing can be decided: the record stays held. Look it up again later; after 72 hours without a
        clear answer two people may record the refusal, or name the provider’s id for the server to check.
      </p>
    );
  }
  return (
    <ul className="grid gap-3 lg:grid-cols-2">
      {offers.map(({ decision, needsSecondPerson, why: because }) => {
        const [verb, about] = DECISION_WORDS[decision];
        return (
          <li key={decision} className="grid content-between gap-4 rounded-md border border-line p-4">
            <div className="grid gap-2">
              <h3 className="flex flex-wrap items-center gap-2 font-semibold">
                {verb}
                {needsSecondPerson && <Badge tone="warning">takes two people</Badge>}
              </h3>
              <p className="text-[13px] text-pretty">{about}</p>
              <p className="text-[13px] text-pretty text-muted">{because}</p>
            </div>
            {why ? (
              <p className="text-[13px] text-muted">{why}</p>
            ) : (
              <Button asChild look="secondary" className="justify-self-start">
                <Link href={hrefOf(decision)} prefetch={false} scroll={false}>
                  {verb}…
                </Link>
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
