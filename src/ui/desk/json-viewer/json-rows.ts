import { isSafeNumber } from 'lossless-json';

/** One line of a JSON text. Tokens are as they were written, so that no number is rounded and no escape is read. */
export type JsonRow = {
  readonly depth: number;
  /** The member's name with its quotes; null in arrays, at the top and on closing lines. */
  readonly name: string | null;
  /** The whole token of a leaf, or the brackets of a container. */
  readonly text: string;
  readonly kind: 'open' | 'close' | 'empty' | 'string' | 'number' | 'other';
  /** Of an opening row: where its closing row is, and how many members are between them. */
  readonly closeAt: number;
  readonly members: number;
  readonly hasComma: boolean;
  /** A number that JavaScript's own would have changed. */
  readonly isBeyondNumber: boolean;
};

type Draft = { -readonly [Member in keyof JsonRow]: JsonRow[Member] };

// Strings, punctuation, and numbers or literals. Unrolled, so that a string of megabytes needs no backtracking.
const TOKEN = /\s+|("[^"\\]*(?:\\[\s\S][^"\\]*)*")|([{}[\],:])|([^\s"{}[\],:]+)/gy;

/**
 * Splits a JSON text into lines, token by token: neither depth nor length needs a stack, where a parser that calls itself
 * (lossless-json's too) ends a few thousand levels down. Null when the text is no JSON.
 */
export function jsonRows(text: string): readonly JsonRow[] | null {
  const rows: Draft[] = [];
  const open: { index: number; close: string }[] = [];
  let name: string | null = null;
  let awaitsName = false;
  let end = 0;

  const add = (token: string, kind: JsonRow['kind']): number => {
    const parent = open.at(-1);
    const container = parent && rows[parent.index];
    if (container && kind !== 'close') container.members += 1;
    rows.push({
      depth: open.length,
      name,
      text: token,
      kind,
      closeAt: -1,
      members: 0,
      hasComma: false,
      isBeyondNumber: kind === 'number' && !SMALL.test(token) && !isSafeNumber(token),
    });
    name = null;
    return rows.length - 1;
  };

  for (const match of text.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    const [, string, mark, other] = match;
    if (string !== undefined) {
      if (awaitsName) {
        name = string;
        awaitsName = false;
      } else add(string, 'string');
      continue;
    }
    if (other !== undefined) {
      if (awaitsName) return null;
      add(other, NUMBER.test(other) ? 'number' : 'other');
      continue;
    }
    switch (mark) {
      case '{':
      case '[':
        if (awaitsName) return null;
        open.push({ index: add(mark, 'open'), close: mark === '{' ? '}' : ']' });
        awaitsName = mark === '{';
        break;
      case '}':
      case ']': {
        const opened = open.pop();
        if (opened?.close !== mark) return null;
        awaitsName = false;
        const row = rows[opened.index];
        if (!row) return null;
        if (row.members === 0) {
          row.text += mark;
          row.kind = 'empty';
          break;
        }
        row.closeAt = rows.length;
        name = null;
        add(mark, 'close');
        break;
      }
      case ',': {
        const last = rows.at(-1);
        const parent = open.at(-1);
        if (!last || !parent) return null;
        last.hasComma = true;
        awaitsName = parent.close === '}';
        break;
      }
      default:
        break;
    }
  }
  return end === text.length && open.length === 0 && rows.length > 0 ? rows : null;
}

/** Surely kept by a JavaScript number, without asking further. */
const SMALL = /^-?\d{1,15}$/;

// RFC 8259, section 6.
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Indices of the rows that show while the rows of `folded` are folded. */
export function visibleRows(rows: readonly JsonRow[], folded: ReadonlySet<number>): readonly number[] {
  const visible: number[] = [];
  for (let index = 0; index < rows.length; index += 1) {
    visible.push(index);
    const row = rows[index];
    if (row && row.closeAt > index && folded.has(index)) index = row.closeAt;
  }
  return visible;
}

/** Indices of the rows whose name or text has the words, whatever their case. */
export function matchingRows(rows: readonly JsonRow[], words: string): readonly number[] {
  const wanted = words.toLowerCase();
  if (wanted === '') return [];
  return rows.flatMap(({ name, text }, index) =>
    name?.toLowerCase().includes(wanted) || text.toLowerCase().includes(wanted) ? [index] : [],
  );
}

/** The folded rows without those that hide one of `indices`. */
export function unfoldedFor(rows: readonly JsonRow[], folded: ReadonlySet<number>, index: number): ReadonlySet<number> {
  return new Set([...folded].filter((row) => !(row < index && (rows[row]?.closeAt ?? -1) >= index)));
}

/** Rows that are folded at first: containers deeper than a page's width, so that a deep text opens as an outline. */
export const MAX_OPEN_DEPTH = 12;

export const foldedAtFirst = (rows: readonly JsonRow[]): ReadonlySet<number> =>
  new Set(rows.flatMap(({ kind, depth }, index) => (kind === 'open' && depth >= MAX_OPEN_DEPTH ? [index] : [])));
