import type { FlowAnswer } from '../../../desk/flow/get-flow.ts';
import { Notice } from '../../notice.tsx';
import { Time } from '../../time.tsx';
import { LookUpCard } from './look-up-card.tsx';
import { DECISION_WORDS } from './offer-list.tsx';
import { ReasonForm } from './reason-form.tsx';

export type ApprovalPanelProps = {
  readonly flow: FlowAnswer;
  readonly why: string | null;
  readonly isSending: boolean;
  readonly onApprove: (reason: string) => void;
};

/** The question to a second person, with the evidence that the first one saw. Nothing where nobody asks. */
export function ApprovalPanel({ flow, why, isSending, onApprove }: ApprovalPanelProps) {
  const { approval, evidence, record, asOf } = flow;
  if (!approval) return null;
  const seen = evidence.find(({ id }) => id === approval.evidenceId);
  const [verb, about] = DECISION_WORDS[approval.decision];
  if (approval.approvedBy !== null) {
    return (
      <Notice tone="success" title={`${approval.approvedName ?? approval.approvedBy} agrees: ${verb.toLowerCase()}`}>
        <p>The holder commits it now. On a newer look-up it has to be asked again.</p>
      </Notice>
    );
  }
  return (
    <section aria-label="Question to a second person" className="grid gap-4 rounded-md border border-warning p-4">
      <div className="grid gap-1">
        <h3 className="font-semibold">
          {approval.askedName} asks for a second person: {verb.toLowerCase()}
        </h3>
        <p className="text-[13px] text-pretty">{about}</p>
        <p className="text-[13px] text-muted">
          “{approval.reason}” <Time at={approval.askedAt} asOf={asOf} />
        </p>
      </div>
      {seen && <LookUpCard evidence={seen} attempt={record.attempt} asOf={asOf} />}
      <ReasonForm verb={`Approve: ${verb.toLowerCase()}`} why={why} isSending={isSending} onSubmit={onApprove} />
    </section>
  );
}
