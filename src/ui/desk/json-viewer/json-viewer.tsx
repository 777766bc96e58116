'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { Check, ChevronDown, ChevronUp, Copy, FoldVertical, UnfoldVertical } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '../../button.tsx';
import { Input } from '../../input.tsx';
import { sizeText } from '../size-text.ts';
import { JsonLine } from './json-line.tsx';
import { foldedAtFirst, jsonRows, matchingRows, unfoldedFor, visibleRows } from './json-rows.ts';

export type JsonViewerProps = {
  readonly text: string;
  /** Names the region: "Answer text". */
  readonly label: string;
  /** What the copy button says. */
  readonly copyLabel?: string;
};

const LINE_PX = 24;

/** Below this all lines are in the page, so that the browser's own search finds them. */
const MAX_PLAIN = 200;

/** A JSON text as text: folds, searches, copies; numbers stay verbatim, and nothing in it is ever read as markup. */
export function JsonViewer({ text, label, copyLabel = 'Copy' }: JsonViewerProps) {
  const rows = useMemo(() => jsonRows(text), [text]);
  return rows ? (
    <Rows key={text} text={text} rows={rows} label={label} copyLabel={copyLabel} />
  ) : (
    <PlainText text={text} label={label} copyLabel={copyLabel} />
  );
}

type RowsProps = Required<JsonViewerProps> & { readonly rows: NonNullable<ReturnType<typeof jsonRows>> };

function Rows({ text, rows, label, copyLabel }: RowsProps) {
  const [folded, setFolded] = useState(() => foldedAtFirst(rows));
  const [words, setWords] = useState('');
  const [match, setMatch] = useState(0);
  const scroller = useRef<HTMLElement>(null);
  const visible = useMemo(() => visibleRows(rows, folded), [rows, folded]);
  const matches = useMemo(() => matchingRows(rows, words), [rows, words]);
  const matchSet = useMemo(() => new Set(matches), [matches]);
  const isPlain = visible.length <= MAX_PLAIN;
  const virtualizer = useVirtualizer({
    count: isPlain ? 0 : visible.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 20,
  });

  const fold = (index: number) => {
    const next = new Set(folded);
    if (!next.delete(index)) next.add(index);
    setFolded(next);
  };
  const goTo = (next: number, among: readonly number[] = matches) => {
    const number = among.length === 0 ? 0 : (next + among.length) % among.length;
    setMatch(number);
    const index = among[number];
    if (index === undefined) return;
    const unfolded = unfoldedFor(rows, folded, index);
    if (unfolded.size !== folded.size) setFolded(unfolded);
    const line = visibleRows(rows, unfolded).indexOf(index);
    // After the lines that were folded are there.
    requestAnimationFrame(() => scroller.current?.scrollTo({ top: Math.max(0, line * LINE_PX - 120) }));
  };
  const search = (next: string) => {
    setWords(next);
    goTo(0, matchingRows(rows, next));
  };
  const line = (index: number) => {
    const row = rows[index];
    return row ? (
      <JsonLine
        key={index}
        row={row}
        isFolded={folded.has(index)}
        isMatch={matchSet.has(index)}
        isCurrentMatch={matches[match] === index}
        onFold={() => fold(index)}
      />
    ) : null;
  };
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-2 text-xs text-muted">
        <Input
          type="search"
          aria-label={`Search in ${label}`}
          placeholder="Search"
          value={words}
          onChange={(event) => search(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            goTo(match + (event.shiftKey ? -1 : 1));
          }}
          className="h-8 w-44"
        />
        {words !== '' && (
          <>
            <span role="status">
              {matches.length === 0 ? 'no match' : `${match + 1} of ${matches.length.toLocaleString('en')}`}
            </span>
            <Button
              look="quiet"
              size="icon"
              className="size-8"
              aria-label="Previous match"
              onClick={() => goTo(match - 1)}
            >
              <ChevronUp aria-hidden className="size-4" />
            </Button>
            <Button look="quiet" size="icon" className="size-8" aria-label="Next match" onClick={() => goTo(match + 1)}>
              <ChevronDown aria-hidden className="size-4" />
            </Button>
          </>
        )}
        <span className="ml-auto tabular-nums">
          {sizeText(new Blob([text]).size)}, {rows.length.toLocaleString('en')} {rows.length === 1 ? 'line' : 'lines'}
        </span>
        <Button look="quiet" size="small" className="px-2" onClick={() => setFolded(new Set())}>
          <UnfoldVertical aria-hidden className="size-4" />
          Unfold
        </Button>
        <Button look="quiet" size="small" className="px-2" onClick={() => setFolded(allFolded(rows))}>
          <FoldVertical aria-hidden className="size-4" />
          Fold
        </Button>
        <CopyButton text={text} label={copyLabel} />
      </div>
      <section
        ref={scroller}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        className="max-h-[32rem] overflow-auto rounded-md bg-raised py-2"
      >
        {isPlain ? (
          visible.map(line)
        ) : (
          <>
            <div style={{ height: before }} />
            {items.map(({ index }) => line(visible[index] ?? 0))}
            <div style={{ height: after }} />
          </>
        )}
      </section>
    </div>
  );
}

const allFolded = (rows: RowsProps['rows']): ReadonlySet<number> =>
  new Set(rows.flatMap(({ kind, depth }, index) => (kind === 'open' && depth > 0 ? [index] : [])));

/** What is no JSON, such as a provider's page: its first part as text, all of it to copy. */
const PlainText = ({ text, label, copyLabel }: Required<JsonViewerProps>) => (
  <div className="grid min-w-0 gap-2">
    <div className="flex items-center justify-between gap-2 text-xs text-muted">
      <span>{sizeText(new Blob([text]).size)}, no JSON</span>
      <CopyButton text={text} label={copyLabel} />
    </div>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
    <section aria-label={label} tabIndex={0} className="max-h-[32rem] overflow-auto rounded-md bg-raised">
      <pre className="w-fit min-w-full p-3 font-mono text-xs leading-5">
        {text.length > MAX_PLAIN_CHARACTERS ? `${text.slice(0, MAX_PLAIN_CHARACTERS)}…` : text}
      </pre>
    </section>
  </div>
);

/** A screenful or two; more of what is no JSON helps nobody who reads, and slows the page. */
const MAX_PLAIN_CHARACTERS = 20_000;

function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard?.writeText(text).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <Button look="secondary" size="small" onClick={() => void copy()}>
      {isCopied ? <Check aria-hidden className="size-4" /> : <Copy aria-hidden className="size-4" />}
      <span role="status">{isCopied ? 'Copied' : label}</span>
    </Button>
  );
}
