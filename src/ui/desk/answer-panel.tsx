import { EyeOff } from 'lucide-react';
import type { MaskedAnswer } from '../../desk/get-answer.ts';
import { Badge } from '../badge.tsx';
import { CopyText } from '../copy-text.tsx';
import { AnswerViewer } from './answer-viewer.tsx';

export type AnswerPanelProps = { readonly answer: MaskedAnswer | null };

const WHY_NO_TEXT = {
  full: 'The answer is kept.',
  reference: 'This procedure keeps the resource id only.',
  too_large: 'The answer was larger than the limit, so it was not kept. The work was done.',
  not_serializable: 'The answer could not be serialized, so it was not kept. The work was done.',
  purged: 'The answer was purged at the end of its retention.',
} as const satisfies Record<MaskedAnswer['kept'], string>;

/** What a repeat of the request is answered, masked. */
export function AnswerPanel({ answer }: AnswerPanelProps) {
  if (!answer) return <p className="text-[13px] text-muted">There is no outcome yet, so there is no answer.</p>;
  return (
    <div className="grid gap-3">
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
      {answer.text === null ? (
        <p className="text-[13px] text-muted">
          {WHY_NO_TEXT[answer.kept]}
          {answer.resourceId && (
            <>
              {' '}
              Look at <CopyText text={answer.resourceId} label="Copy resource id" />.
            </>
          )}
        </p>
      ) : (
        <AnswerViewer text={answer.text} />
      )}
    </div>
  );
}

const sizeText = (bytes: number): string =>
  bytes < 1_024 ? `${bytes} bytes` : `${(bytes / 1_024).toLocaleString('en', { maximumFractionDigits: 1 })} KiB`;
