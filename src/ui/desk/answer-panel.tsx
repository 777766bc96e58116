import { EyeOff } from 'lucide-react';
import type { MaskedAnswer } from '../../desk/get-answer.ts';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { CopyText } from '../copy-text.tsx';
import { Facts } from './facts.tsx';
import { JsonViewer } from './json-viewer/json-viewer.tsx';
import { sizeText } from './size-text.ts';

export type AnswerPanelProps = {
  readonly answer: MaskedAnswer | null;
  readonly isBusy: boolean;
  /** Asks for a text that is too large to be sent unasked. */
  onLoadWhole(): void;
};

const WHY_NO_TEXT = {
  full: 'The answer is kept.',
  reference: 'This procedure keeps the resource id only.',
  too_large: 'The answer was larger than the limit, so it was not kept. The work was done.',
  not_serializable: 'The answer could not be serialized, so it was not kept. The work was done.',
  purged: 'The answer was purged at the end of its retention, or by an operator.',
} as const satisfies Record<MaskedAnswer['kept'], string>;

/** What a repeat of the request is answered: status, headers and body, masked by the server. */
export function AnswerPanel({ answer, isBusy, onLoadWhole }: AnswerPanelProps) {
  if (!answer) return <p className="text-[13px] text-muted">There is no outcome yet, so there is no answer.</p>;
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center gap-2 text-[13px] text-muted">
        <Badge tone={answer.status < 400 ? 'success' : 'neutral'}>status {answer.status}</Badge>
        {answer.bytes !== null && <span>{sizeText(answer.bytes)}</span>}
        {answer.maskedCount > 0 && (
          <span className="inline-flex items-center gap-1">
            <EyeOff aria-hidden className="size-3.5" />
            {answer.maskedCount === 1 ? 'one value masked' : `${answer.maskedCount.toLocaleString('en')} values masked`}
          </span>
        )}
      </div>
      <Facts
        facts={[
          { name: 'Status', value: answer.status },
          {
            name: 'Headers',
            value: (
              <code className="font-mono text-xs">content-type: application/json · idempotency-replayed: true</code>
            ),
          },
        ]}
      />
      <Body answer={answer} isBusy={isBusy} onLoadWhole={onLoadWhole} />
    </div>
  );
}

function Body({ answer, isBusy, onLoadWhole }: AnswerPanelProps & { readonly answer: MaskedAnswer }) {
  if (answer.text !== null) return <JsonViewer text={answer.text} label="Answer text" copyLabel="Copy masked answer" />;
  if (answer.isLarger) {
    return (
      <div className="flex flex-wrap items-center gap-3 text-[13px] text-muted">
        This answer is large, so it is read only when asked for.
        <Button look="secondary" size="small" busy={isBusy} onClick={onLoadWhole}>
          Load {answer.bytes === null ? 'it' : sizeText(answer.bytes)}
        </Button>
      </div>
    );
  }
  return (
    <p className="text-[13px] text-muted">
      {WHY_NO_TEXT[answer.kept]}
      {answer.resourceId && (
        <>
          {' '}
          Look at <CopyText text={answer.resourceId} label="Copy resource id" />.
        </>
      )}
    </p>
  );
}
