'use client';

import { useDesk, whyNot } from '../../../../../ui/desk/desk-context.tsx';
import { ApprovalPanel } from '../../../../../ui/desk/flow/approval-panel.tsx';
import { ConfirmStep } from '../../../../../ui/desk/flow/confirm-step.tsx';
import { DECISION_WORDS, OfferList } from '../../../../../ui/desk/flow/offer-list.tsx';
import { ReasonForm } from '../../../../../ui/desk/flow/reason-form.tsx';
import type { StepBodyProps } from './step-props.ts';

/** The confirmation of one offered decision, and before it the question to a second person where it takes one. */
export function ConfirmBody({ flow, commands, decision, path, goTo }: StepBodyProps) {
  const desk = useDesk();
  const offer = flow.offers.find((one) => one.decision === decision);
  const why = whyNot(desk, 'records:decide');
  if (!offer) {
    return <OfferList offers={flow.offers} why={why} hrefOf={(other) => `${path}?step=confirm&decision=${other}`} />;
  }
  const { record, approval } = flow;
  const question = {
    id: record.id,
    seenAttempt: record.attempt,
    decision: offer.decision,
    evidenceId: offer.evidenceId,
  };
  const isOfThis = approval?.decision === offer.decision && approval.evidenceId === offer.evidenceId;
  const isApproved = isOfThis && approval.approvedBy !== null;
  const here = `${path}?step=confirm&decision=${offer.decision}`;
  return (
    <div className="grid gap-6">
      {offer.needsSecondPerson && isOfThis && (
        <ApprovalPanel
          flow={flow}
          why={
            approval.askedBy === desk.operatorId
              ? 'Waiting for somebody else: the second person must not be you.'
              : whyNot(desk, 'decisions:approve')
          }
          isSending={commands.approve.state.is === 'sending'}
          onApprove={async (reason) => {
            const ended = await commands.approve.send({ id: record.id, approvalId: approval.id, reason });
            if (ended.is === 'done') await goTo(here);
          }}
        />
      )}
      {offer.needsSecondPerson && !isOfThis ? (
        <ReasonForm
          verb={`Ask a second person to ${DECISION_WORDS[offer.decision][0].toLowerCase()}`}
          why={why}
          isSending={commands.ask.state.is === 'sending'}
          onSubmit={async (reason) => {
            const ended = await commands.ask.send({ ...question, reason });
            if (ended.is === 'done') await goTo(here);
          }}
        >
          <p className="text-pretty">
            This decision takes two people. Somebody with the role of approver sees the same evidence on this very page
            and answers there; then you confirm.
          </p>
        </ReasonForm>
      ) : (
        <ConfirmStep
          flow={flow}
          offer={offer}
          why={why ?? (offer.needsSecondPerson && !isApproved ? 'The second person has not answered yet.' : null)}
          isSending={commands.decide.state.is === 'sending'}
          onConfirm={async (code, reason) => {
            const ended = await commands.decide.send({ ...question, code, reason });
            if (ended.is === 'done') await goTo(`${path}?step=after`);
          }}
        />
      )}
    </div>
  );
}
