import { TriangleAlert } from 'lucide-react';
import type { KeyWarning } from '../../idempotency/key-warning.ts';
import { cn } from '../cn.ts';
import { CopyText } from '../copy-text.tsx';
import { Tooltip } from '../tooltip.tsx';
import { shorten } from './shorten.ts';

export type KeyTextProps = {
  readonly text: string;
  readonly warning: KeyWarning | null;
  /** In a table, long keys are cut in the middle so that a row stays one line. */
  readonly isShort?: boolean;
  readonly className?: string;
};

/** What our own clients send is shown whole. */
const UUID_LENGTH = 36;

const WARNINGS = {
  email: 'This key looks like an e-mail address. Keys are kept in clear: clients should send random ones.',
  card: 'This key looks like a card number. Keys are kept in clear: clients should send random ones.',
  guessable:
    'This key is short, or made of words: another intent may come to have the same one. Clients should send random ones.',
} as const satisfies Readonly<Record<KeyWarning, string>>;

/** A key that a click copies, with a warning when it looks like personal data or could be anybody's. */
export const KeyText = ({ text, warning, isShort = false, className }: KeyTextProps) => (
  <span className="inline-flex items-center gap-1.5">
    <CopyText
      text={text}
      label="Copy key"
      shown={isShort ? shorten(text, UUID_LENGTH) : text}
      className={cn(isShort && 'whitespace-nowrap', className)}
    />
    {warning && (
      <Tooltip text={WARNINGS[warning]}>
        <button type="button" aria-label={WARNINGS[warning]} className="inline-flex size-6 items-center justify-center">
          <TriangleAlert aria-hidden className="size-4 text-warning-text" />
        </button>
      </Tooltip>
    )}
  </span>
);
