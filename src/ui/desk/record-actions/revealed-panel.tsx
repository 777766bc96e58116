'use client';

import { EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RevealedAnswer } from '../../../desk/reveal-answer.ts';
import { Button } from '../../button.tsx';
import { Notice } from '../../notice.tsx';
import { JsonViewer } from '../json-viewer/json-viewer.tsx';

export type RevealedPanelProps = {
  readonly answer: RevealedAnswer;
  readonly onHide: () => void;
};

/** A revealed answer, which hides itself when its time is over. */
export function RevealedPanel({ answer, onHide }: RevealedPanelProps) {
  // By the database's clock at both ends, so that a wrong local one does not show.
  const leftMs = answer.until.getTime() - answer.asOf.getTime();
  const [leftSeconds, setLeftSeconds] = useState(Math.ceil(leftMs / 1_000));
  useEffect(() => {
    const endsAt = performance.now() + leftMs;
    const timer = setInterval(() => {
      const left = Math.ceil((endsAt - performance.now()) / 1_000);
      setLeftSeconds(left);
      if (left <= 0) onHide();
    }, 1_000);
    return () => clearInterval(timer);
  }, [leftMs, onHide]);
  return (
    <div className="grid min-w-0 gap-3 print:hidden">
      <Notice
        tone="warning"
        title="Revealed"
        actions={
          <Button size="small" look="secondary" onClick={onHide}>
            <EyeOff aria-hidden className="size-4" />
            Hide it now
          </Button>
        }
      >
        <p>
          Hidden again in{' '}
          <span className="tabular-nums">
            {Math.floor(leftSeconds / 60)}:{String(Math.max(0, leftSeconds % 60)).padStart(2, '0')}
          </span>
          .
          {answer.maskedCount > 0 &&
            ` ${answer.maskedCount} secret ${answer.maskedCount === 1 ? 'value stays' : 'values stay'} masked.`}
        </p>
      </Notice>
      <JsonViewer text={answer.text} label="Revealed answer" copyLabel="Copy revealed answer" />
    </div>
  );
}
