import { CircleX, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FlowKind } from '../../../desk/flow/flow-facts.ts';
import type { FlowAnswer } from '../../../desk/flow/get-flow.ts';
import { CopyText } from '../../copy-text.tsx';
import { formatMoney } from '../../money.tsx';
import { Notice } from '../../notice.tsx';
import { Time } from '../../time.tsx';
import { durationText } from '../../time-text.ts';
import { Facts } from '../facts.tsx';
import { LookUpCard } from './look-up-card.tsx';

export type EvidenceStepProps = {
  readonly flow: FlowAnswer;
  readonly kind: FlowKind;
  /** What can be done from here. */
  readonly children?: ReactNode;
};

/** What is known before anything is done: who owned the record, what it may have sent, and what look-ups said so far. */
export function EvidenceStep({ flow, kind, children }: EvidenceStepProps) {
  const { record, openCall, expected, possibleEffects, evidence, asOf } = flow;
  return (
    <div className="grid gap-6">
      <Gate flow={flow} kind={kind} />
      <div className="grid gap-6 lg:grid-cols-2">
        <section className="grid content-start gap-3">
          <h3 className="text-[13px] font-semibold">The owner</h3>
          <Facts
            facts={[
              { name: 'Procedure', value: record.procedure },
              { name: 'Account', value: record.account ?? record.scope },
              { name: 'Attempt', value: record.attempt },
              { name: 'Owner', value: record.leaseOwner ?? 'nobody' },
              { name: 'Lease', value: leaseText(record.leaseLapsedMs) },
              { name: 'Last heartbeat', value: agoText(record.heartbeatAgeMs) },
              { name: 'Last committed step', value: record.step ?? 'none' },
              ...(record.unknownReason ? [{ name: 'Unknown because', value: record.unknownReason }] : []),
              ...(record.parkedReason ? [{ name: 'Parked because', value: record.parkedReason }] : []),
            ]}
          />
        </section>
        <section className="grid content-start gap-3">
          <h3 className="text-[13px] font-semibold">What may have happened outside</h3>
          {openCall ? (
            <Facts
              facts={[
                { name: 'Open call', value: `${openCall.step}: ${openCall.provider} ${openCall.operation}` },
                ...(expected?.amount
                  ? [{ name: 'Amount', value: formatMoney(expected.amount.cents, expected.amount.currency) }]
                  : []),
                {
                  name: 'Downstream key',
                  value: <CopyText text={openCall.downstreamKey} label="Copy downstream key" />,
                },
                { name: 'First call', value: <Time at={openCall.firstCallAt} asOf={asOf} show="both" /> },
                { name: 'Last call', value: <Time at={openCall.lastCallAt} asOf={asOf} show="both" /> },
                { name: 'Key window', value: windowText(openCall.keyWindowLeftMs) },
              ]}
            />
          ) : (
            <p className="text-[13px] text-muted">
              No call is open: whatever was sent has its result, and only work in this database remains.
            </p>
          )}
          {possibleEffects.length > 0 && (
            <p className="text-[13px] text-muted">This procedure may send: {possibleEffects.join(', ')}.</p>
          )}
        </section>
      </div>
      {evidence.length > 0 && (
        <section className="grid gap-3">
          <h3 className="text-[13px] font-semibold">Look-ups so far</h3>
          {evidence.slice(0, 3).map((row) => (
            <LookUpCard key={row.id} evidence={row} attempt={record.attempt} asOf={asOf} />
          ))}
        </section>
      )}
      {children}
    </div>
  );
}

function Gate({ flow, kind }: Pick<EvidenceStepProps, 'flow' | 'kind'>) {
  const closed = flow.gate[kind];
  if (flow.isHolder) return <Notice tone="accent" title="You hold this record" />;
  if (!closed) {
    return (
      <Notice tone="success" title="It can be fenced" icon={<ShieldCheck aria-hidden />}>
        <p>No owner is at work on it and nobody holds it.</p>
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title={`It cannot be ${kind === 'release' ? 'released' : 'resolved'} now`}
      icon={<CircleX aria-hidden />}
    >
      <p>{closed.message}</p>
    </Notice>
  );
}

const leaseText = (lapsedMs: number): string =>
  lapsedMs < 0 ? `runs for ${durationText(-lapsedMs)} more` : `lapsed ${durationText(lapsedMs)} ago`;

const agoText = (ms: number | null): string => (ms === null ? 'none' : `${durationText(ms)} ago`);

const windowText = (leftMs: number): string =>
  leftMs > 0 ? `open for ${durationText(leftMs)} more` : `closed ${durationText(-leftMs)} ago`;
