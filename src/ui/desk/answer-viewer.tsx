'use client';

import { Check, ChevronsUpDown, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../button.tsx';

export type AnswerViewerProps = { readonly text: string };

/** Lines that show before the rest is asked for: a typical answer whole, and a page that stays a page. */
const FOLDED_LINES = 24;

/** A JSON text as text: foldable, copyable. Nothing in it is ever read as markup. */
export function AnswerViewer({ text }: AnswerViewerProps) {
  const [isOpen, setOpen] = useState(false);
  const [isCopied, setCopied] = useState(false);
  const lines = text.split('\n');
  const isLong = lines.length > FOLDED_LINES;
  const shown = isOpen || !isLong ? text : lines.slice(0, FOLDED_LINES).join('\n');
  const copy = async () => {
    await navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section aria-label="Answer text" tabIndex={0} className="max-h-[32rem] overflow-auto rounded-md bg-raised">
        <pre className="w-fit min-w-full p-4 font-mono text-xs leading-5">{shown}</pre>
      </section>
      <div className="flex flex-wrap gap-2">
        <Button look="secondary" size="small" onClick={() => void copy()}>
          {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
          {isCopied ? 'Copied' : 'Copy masked answer'}
        </Button>
        {isLong && (
          <Button look="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            <ChevronsUpDown aria-hidden className="size-4" />
            {isOpen ? 'Fold' : `Show all ${lines.length.toLocaleString('en')} lines`}
          </Button>
        )}
      </div>
    </div>
  );
}
