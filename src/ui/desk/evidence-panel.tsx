import type { RecordPageData } from '../../desk/get-record.ts';
import { Badge, type Tone } from '../badge.tsx';
import { CopyText } from '../copy-text.tsx';
import { Time } from '../time.tsx';
import { Facts } from './facts.tsx';
import { JsonViewer } from './json-viewer/json-viewer.tsx';

type Evidence = RecordPageData['evidence'][number];

export type EvidencePanelProps = {
  readonly evidence: readonly Evidence[];
  readonly attempt: number;
  readonly asOf: Date;
};

/** The result of a look-up in words, and its tone. */
export const EVIDENCE_WORDS: Readonly<Record<Evidence['result'], readonly [Tone, string]>> = {
  found_succeeded: ['success', 'found: succeeded'],
  found_pending: ['warning', 'found: pending'],
  found_failed: ['neutral', 'found: failed'],
  not_found: ['neutral', 'not found'],
  ambiguous: ['danger', 'ambiguous'],
  unavailable: ['danger', 'unavailable'],
};

/** What providers said to operators' look-ups, the latest first. */
export const EvidencePanel = ({ evidence, attempt, asOf }: EvidencePanelProps) => (
  <section className="grid gap-4" aria-label="Evidence of look-ups">
    <h3 className="text-[13px] font-semibold">Look-ups by operators</h3>
    {evidence.length === 0 && (
      <p className="text-[13px] text-muted">No operator has looked a call of this record up.</p>
    )}
    {evidence.map((row) => {
      const [tone, words] = EVIDENCE_WORDS[row.result];
      return (
        <article key={row.id} id={`evidence-${row.id}`} className="grid scroll-mt-20 gap-3 border-t border-line pt-4">
          <div className="flex flex-wrap items-center gap-2">
            <h4 className="text-[13px] font-medium">
              Evidence #{row.id}: {row.step}
            </h4>
            <Badge tone={tone}>{words}</Badge>
            <Badge>{row.weight}</Badge>
            {row.attempt !== attempt && <Badge tone="warning">of attempt {row.attempt}</Badge>}
            {!row.isValid && <Badge>no longer valid</Badge>}
          </div>
          <Facts
            facts={[
              { name: 'Provider', value: `${row.provider} ${row.operation}` },
              { name: 'Downstream key', value: <CopyText text={row.downstreamKey} label="Copy downstream key" /> },
              {
                name: 'Provider id',
                value: row.providerId ? <CopyText text={row.providerId} label="Copy provider id" /> : 'none',
              },
              ...(row.failureCode ? [{ name: 'Failure', value: row.failureCode }] : []),
              ...(row.detail ? [{ name: 'Detail', value: row.detail }] : []),
              { name: 'Key window', value: row.keyWindowOpen ? 'open then' : 'past then' },
              {
                name: 'Taken',
                value: (
                  <>
                    by {row.takenBy} <Time at={row.takenAt} asOf={asOf} show="both" />
                  </>
                ),
              },
              { name: 'Valid until', value: <Time at={row.validUntil} asOf={asOf} show="both" /> },
            ]}
          />
          {row.raw && <JsonViewer text={row.raw} label={`Answer of evidence ${row.id}`} />}
        </article>
      );
    })}
  </section>
);
