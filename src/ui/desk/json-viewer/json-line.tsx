import { ChevronRight } from 'lucide-react';
import { cn } from '../../cn.ts';
import { CopyText } from '../../copy-text.tsx';
import type { JsonRow } from './json-rows.ts';

export type JsonLineProps = {
  readonly row: JsonRow;
  readonly isFolded: boolean;
  readonly isMatch: boolean;
  readonly isCurrentMatch: boolean;
  onFold(): void;
};

/** A line of a megabyte would be laid out as one: its beginning says what it is, and copying gives all of it. */
const MAX_SHOWN = 300;

/** Deeper levels are not indented further, and say their depth instead. */
const MAX_INDENT = 32;

const LOOKS = {
  open: 'text-muted',
  close: 'text-muted',
  empty: 'text-muted',
  string: 'text-success-text',
  number: 'text-accent-text',
  other: 'text-warning-text',
} as const satisfies Record<JsonRow['kind'], string>;

/** One line of the viewer, of fixed height. Everything in it is text. */
export function JsonLine({ row, isFolded, isMatch, isCurrentMatch, onFold }: JsonLineProps) {
  const { depth, name, text, kind, members, hasComma, isBeyondNumber } = row;
  const isLong = text.length > MAX_SHOWN;
  return (
    <div
      className={cn(
        'flex h-6 w-fit min-w-full items-center gap-1 pr-4 font-mono text-xs leading-6 whitespace-pre',
        isMatch && 'bg-warning-soft',
        isCurrentMatch && 'outline-2 -outline-offset-2 outline-accent',
      )}
      style={{ paddingLeft: `${Math.min(depth, MAX_INDENT) * 0.875 + 0.25}rem` }}
    >
      {kind === 'open' ? (
        <button
          type="button"
          onClick={onFold}
          aria-expanded={!isFolded}
          aria-label={`${isFolded ? 'Unfold' : 'Fold'} ${name ?? 'value'}, ${members} members`}
          className="inline-flex size-6 shrink-0 items-center justify-center rounded-sm text-muted hover:text-ink"
        >
          <ChevronRight aria-hidden className={cn('size-3.5', !isFolded && 'rotate-90')} />
        </button>
      ) : (
        <span className="w-6 shrink-0" />
      )}
      {depth > MAX_INDENT && <span className="text-muted">level {depth.toLocaleString('en')} </span>}
      <span>
        {name !== null && (
          <>
            <span className="text-ink">{name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name}</span>
            <span className="text-muted">: </span>
          </>
        )}
        <span className={LOOKS[kind]}>{isLong ? `${text.slice(0, MAX_SHOWN)}…` : text}</span>
        {isFolded && (
          <span className="text-muted">
            {' '}
            … {members.toLocaleString('en')} {text === '{' ? '}' : ']'}
          </span>
        )}
        {hasComma && <span className="text-muted">,</span>}
      </span>
      {isLong && (
        <CopyText
          text={text}
          shown={`${text.length.toLocaleString('en')} characters`}
          label="Copy value"
          className="min-h-0 text-muted"
          isLabelShort
        />
      )}
      {isBeyondNumber && <span className="text-muted">as written; larger than a JavaScript number keeps</span>}
    </div>
  );
}
