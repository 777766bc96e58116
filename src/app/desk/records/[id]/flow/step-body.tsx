'use client';

import Link from 'next/link';
import { Button } from '../../../../../ui/button.tsx';
import { useDesk, whyNot } from '../../../../../ui/desk/desk-context.tsx';
import { AfterStep } from '../../../../../ui/desk/flow/after-step.tsx';
import { DrainStep } from '../../../../../ui/desk/flow/drain-step.tsx';
import { LookUpCard } from '../../../../../ui/desk/flow/look-up-card.tsx';
import { LookUpForm } from '../../../../../ui/desk/flow/look-up-form.tsx';
import { OfferList } from '../../../../../ui/desk/flow/offer-list.tsx';
import { ReasonForm } from '../../../../../ui/desk/flow/reason-form.tsx';
import { ConfirmBody } from './confirm-body.tsx';
import { EvidenceBody } from './evidence-body.tsx';
import type { StepBodyProps } from './step-props.ts';

/** What one step of a flow shows and lets do. */
export function StepBody(props: StepBodyProps) {
  const { step, kind, flow, commands, path, goTo } = props;
  const desk = useDesk();
  const { record, current, openCall } = flow;
  const seen = { id: record.id, seenAttempt: record.attempt };
  switch (step) {
    case 'evidence':
      return <EvidenceBody {...props} />;
    case 'fence':
      return (
        <div className="grid gap-4">
          <p className="max-w-prose text-pretty">
            Fencing raises the attempt and holds the record for you: from then on every write of the old owner is
            rejected, and repeats of the request are told that a person is checking. It cannot stop a request that a
            frozen process has not yet sent; so the provider is asked only after the drain, of{' '}
            {Math.ceil(flow.drainMs / 1_000)} seconds or more.
          </p>
          <ReasonForm
            verb={`Fence record #${record.id}`}
            isSevere
            why={whyNot(desk, 'records:fence') ?? flow.gate[kind]?.message ?? null}
            isSending={commands.fence.state.is === 'sending'}
            onSubmit={async (reason) => {
              const ended = await commands.fence.send({ ...seen, flow: kind, reason });
              if (ended.is === 'done') await goTo(`${path}?step=drain`);
            }}
          />
        </div>
      );
    case 'drain':
      return (
        <DrainStep
          leftMs={record.hold?.drainLeftMs ?? 0}
          asOf={flow.asOf}
          onEnd={() => void goTo(`${path}?step=${openCall ? 'look-up' : 'decide'}`)}
        />
      );
    case 'look-up':
      return (
        <LookUpForm
          why={whyNot(desk, 'records:decide')}
          isSending={commands.lookUp.state.is === 'sending'}
          mayName={flow.mayNameProviderId}
          onLookUp={async (providerId) => {
            const ended = await commands.lookUp.send({ ...seen, providerId });
            if (ended.is === 'done') await goTo(`${path}?step=decide`);
          }}
        />
      );
    case 'decide':
      return (
        <div className="grid gap-6">
          {current && <LookUpCard evidence={current} attempt={record.attempt} asOf={flow.asOf} />}
          <OfferList
            offers={flow.offers}
            why={whyNot(desk, 'records:decide')}
            hrefOf={(decision) => `${path}?step=confirm&decision=${decision}`}
          />
          {openCall && (
            <Button asChild look="quiet" className="w-fit">
              <Link href={`${path}?step=look-up`} prefetch={false} scroll={false}>
                Look it up again
              </Link>
            </Button>
          )}
        </div>
      );
    case 'confirm':
      return <ConfirmBody {...props} />;
    case 'after':
      return <AfterStep flow={flow} />;
  }
}
