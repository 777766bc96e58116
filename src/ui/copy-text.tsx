'use client';

import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { cn } from './cn.ts';

export type CopyTextProps = {
  readonly text: string;
  readonly label: string;
  /** A shorter form to show where there is no room; what is copied stays whole. */
  readonly shown?: string;
  /** The label alone names the button: a text of megabytes names nothing. */
  readonly isLabelShort?: boolean;
  readonly className?: string;
};

/** How long the tick stays: time to see it, and short enough to copy again. */
const TICK_MS = 1_500;

const ignore = () => {};

/** A key or id in monospace that a click copies. Breaks anywhere, so that it never widens its column. */
export function CopyText({ text, label, shown = text, isLabelShort = false, className }: CopyTextProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICK_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    // Browsers have no clipboard for pages that came over plain http: then the text is there to be selected.
    await navigator.clipboard?.writeText(text).then(() => setCopied(true), ignore);
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void copy()}
      aria-label={isLabelShort ? label : `${label}: ${text}`}
      title={shown === text || isLabelShort ? undefined : text}
      className={cn(
        'group relative inline-flex min-h-6 items-center gap-1.5 rounded-sm text-left font-mono text-xs break-all text-ink hover:text-accent-text',
        className,
      )}
    >
      {shown}
      <Icon aria-hidden className="size-3.5 shrink-0 text-muted group-hover:text-accent-text" />
      <span role="status" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  );
}
