'use client';

import Link from 'next/link';
import { Button } from '../../../../../ui/button.tsx';
import { useDesk, whyNot } from '../../../../../ui/desk/desk-context.tsx';
import { ApprovalPanel } from '../../../../../ui/desk/flow/approval-panel.tsx';
import { EvidenceStep } from '../../../../../ui/desk/flow/evidence-step.tsx';
import { ReasonForm } from '../../../../../ui/desk/flow/reason-form.tsx';
import { Notice } from '../../../../../ui/notice.tsx';
import type { StepBodyProps } from './step-props.ts';

/** The evidence, and from there: an advisory look-up, the fence, a takeover, or the second person's word. */
export function EvidenceBody({ kind, flow, commands, path, goTo }: StepBodyProps) {
  const desk = useDesk();
  const { record, approval, isHolder, openCall } = flow;
  const seen = { id: record.id, seenAttempt: record.attempt };
  const whyNoCheck = whyNot(desk, 'provider:check');
  const mayGoOn = isHolder || flow.gate[kind] === null;
  const next = isHolder ? path : `${path}?step=fence`;
  const checkProvider = async () => {
    const ended = await commands.checkProvider.send(seen);
    if (ended.is === 'done') await goTo(`${path}?step=evidence`);
  };
  return (
    <EvidenceStep flow={flow} kind={kind}>
      <ApprovalPanel
        flow={flow}
        why={
          whyNot(desk, 'decisions:approve') ??
          (approval?.askedBy === desk.operatorId ? 'The second person must be somebody else.' : null)
        }
        isSending={commands.approve.state.is === 'sending'}
        onApprove={async (reason) => {
          const ended = await commands.approve.send({ id: record.id, approvalId: approval?.id ?? '', reason });
          if (ended.is === 'done') await goTo(`${path}?step=evidence`);
        }}
      />
      {record.hold && !isHolder && (
        <section className="grid gap-4" aria-label="Takeover">
          <Notice tone={flow.isIdle ? 'warning' : 'accent'} title={`Held by ${record.hold.heldName}`}>
            <p>{record.hold.reason}</p>
          </Notice>
          <ReasonForm
            verb={`Take over record #${record.id}`}
            isSevere
            why={whyNot(desk, 'records:fence') ?? flow.takeover?.message ?? null}
            isSending={commands.takeOver.state.is === 'sending'}
            onSubmit={async (reason) => {
              const ended = await commands.takeOver.send({ ...seen, reason });
              if (ended.is === 'done') await goTo(path);
            }}
          />
        </section>
      )}
      {record.state !== 'COMPLETED' && (
        <div className="flex flex-wrap items-center gap-3">
          {mayGoOn && whyNot(desk, 'records:fence') === null && (
            <Button asChild>
              <Link href={next} prefetch={false} scroll={false}>
                {isHolder ? 'Go on' : 'Go on to the fence'}
              </Link>
            </Button>
          )}
          {openCall && (
            <Button
              look="secondary"
              busy={commands.checkProvider.state.is === 'sending'}
              disabled={whyNoCheck !== null}
              onClick={() => void checkProvider()}
            >
              Check the provider, as advice
            </Button>
          )}
          {openCall && whyNoCheck && <span className="text-[13px] text-muted">{whyNoCheck}</span>}
        </div>
      )}
    </EvidenceStep>
  );
}
