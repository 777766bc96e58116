import type { EvidenceRow } from '../../../postgres/statements/evidence.ts';
import { Badge } from '../../badge.tsx';
import { CopyText } from '../../copy-text.tsx';
import { Time } from '../../time.tsx';
import { EVIDENCE_WORDS } from '../evidence-panel.tsx';

export type LookUpCardProps = { readonly evidence: EvidenceRow; readonly attempt: number; readonly asOf: Date };

/** One look-up: what the provider said, when, to whom, and what it weighs. */
export function LookUpCard({ evidence, attempt, asOf }: LookUpCardProps) {
  const [tone, words] = EVIDENCE_WORDS[evidence.result];
  const { weight, isNamed, validLeftMs } = evidence;
  return (
    <article className="grid gap-2 rounded-md border border-line p-4 text-[13px]">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium">
          Evidence #{evidence.id}: {evidence.step}
        </h3>
        <Badge tone={tone}>{words}</Badge>
        <Badge>{weight === 'advisory' ? 'advice only' : 'authoritative'}</Badge>
        {isNamed && <Badge tone="warning">by an id that was named</Badge>}
        {evidence.attempt !== attempt && <Badge tone="warning">of attempt {evidence.attempt}</Badge>}
        {validLeftMs <= 0 && <Badge tone="warning">older than ten minutes</Badge>}
      </div>
      <p className="break-words">{evidence.detail}</p>
      {evidence.providerId && <CopyText text={evidence.providerId} label="Copy provider id" />}
      <p className="text-muted">
        {evidence.provider} {evidence.operation}, looked up by {evidence.takenByName}{' '}
        <Time at={evidence.takenAt} asOf={asOf} show="both" />
      </p>
      {evidence.raw && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm text-accent-text">What the provider answered</summary>
          <pre className="mt-2 max-h-80 overflow-auto rounded-md bg-raised p-3 font-mono text-xs break-all whitespace-pre-wrap">
            {evidence.raw}
          </pre>
        </details>
      )}
    </article>
  );
}
