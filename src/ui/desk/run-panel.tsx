import type { RecordPageData } from '../../desk/get-record.ts';
import { Badge, type Tone } from '../badge.tsx';
import { CopyText } from '../copy-text.tsx';
import { Time } from '../time.tsx';
import { Facts } from './facts.tsx';

type Run = NonNullable<RecordPageData['run']>;
type Reference = Run['references'][number];

export type RunPanelProps = { readonly run: Run; readonly asOf: Date };

/** What is committed of a phased run: its steps, and what is known of each call that left the database. */
export const RunPanel = ({ run: { steps, references }, asOf }: RunPanelProps) => (
  <section className="grid gap-6" aria-label="Steps and external calls">
    <h3 className="text-[13px] font-semibold">Steps and external calls</h3>
    {steps.length === 0 ? (
      <p className="text-[13px] text-muted">No step is committed.</p>
    ) : (
      <ol className="grid gap-2 text-[13px]">
        {steps.map(({ name, kind, attempt, committedAt }, index) => (
          <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span>
              {index + 1}. <span className="font-medium">{name}</span>{' '}
              <span className="text-muted">
                {kind}, attempt {attempt}
              </span>
            </span>
            <Time at={committedAt} asOf={asOf} className="text-xs text-muted" />
          </li>
        ))}
      </ol>
    )}
    {references.map((reference) => (
      <section key={reference.downstreamKey} className="grid gap-3 border-t border-line pt-4">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h4 className="text-[13px] font-medium">
            {reference.step}: {reference.provider} {reference.operation}
            {reference.ordinal > 1 && `, key ${reference.ordinal}`}
          </h4>
          <Badge tone={STATES[reference.state][0]}>{STATES[reference.state][1]}</Badge>
        </div>
        <Facts facts={factsOf(reference, asOf)} />
      </section>
    ))}
  </section>
);

const STATES: Readonly<Record<Reference['state'], readonly [Tone, string]>> = {
  intended: ['accent', 'intended'],
  confirmed: ['success', 'confirmed'],
  absent: ['neutral', 'absent'],
  failed: ['neutral', 'failed'],
  cannot_tell: ['danger', 'cannot tell'],
};

function factsOf(reference: Reference, asOf: Date) {
  const { downstreamKey, providerId, calls, firstCallAt, lastCallAt, keyWindowEndsAt, settledAt } = reference;
  const { failureCode, failureMessage, apiVersion } = reference;
  return [
    { name: 'Downstream key', value: <CopyText text={downstreamKey} label="Copy downstream key" /> },
    {
      name: 'Provider id',
      value: providerId ? <CopyText text={providerId} label="Copy provider id" /> : 'none known',
    },
    ...(failureCode ? [{ name: 'Failure', value: `${failureCode}: ${failureMessage ?? ''}` }] : []),
    { name: 'Calls', value: calls.toLocaleString('en') },
    { name: 'First call', value: <Time at={firstCallAt} asOf={asOf} show="both" /> },
    ...(calls > 1 ? [{ name: 'Last call', value: <Time at={lastCallAt} asOf={asOf} show="both" /> }] : []),
    { name: 'Settled', value: settledAt ? <Time at={settledAt} asOf={asOf} show="both" /> : 'not yet' },
    { name: 'Key window ends', value: <Time at={keyWindowEndsAt} asOf={asOf} show="both" /> },
    { name: 'API version', value: apiVersion },
  ];
}
