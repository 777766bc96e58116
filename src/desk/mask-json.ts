import { isSecretName, MASK, type MaskLevel, maskText } from './mask-text.ts';

/** A JSON text made fit for an operator: indented, secrets masked, everything else exactly as it was. */
export type MaskedJson = { readonly text: string; readonly maskedCount: number };

type Frame = { readonly isObject: boolean; readonly isSecret: boolean; name: string | null };

// Strings, punctuation, and numbers or literals. Unrolled, so that a string of megabytes needs no backtracking.
const TOKEN = /\s+|("[^"\\]*(?:\\.[^"\\]*)*")|([{}[\],:])|([^\s"{}[\],:]+)/gy;

/** Deeper levels are not indented further: 10,000 levels would else be mostly blanks. */
const MAX_INDENT = 32;

/**
 * Masks token by token instead of through a parsed tree: numbers stay verbatim whatever their size, members keep their
 * order and repetition, and neither depth nor `__proto__` can hurt. A text that is no JSON is masked as plain text.
 */
export function maskJson(json: string, level: MaskLevel = 'all'): MaskedJson {
  const frames: Frame[] = [];
  const out: string[] = [];
  let maskedCount = 0;
  let end = 0;
  let isOpen = false;

  const line = () => out.push(`\n${'  '.repeat(Math.min(frames.length, MAX_INDENT))}`);
  const isSecretHere = () => {
    const frame = frames.at(-1);
    return (
      frame !== undefined &&
      (frame.isSecret || (frame.isObject && frame.name !== null && isSecretName(frame.name, level)))
    );
  };
  const beforeValue = () => {
    if (isOpen) line();
    isOpen = false;
  };
  const leaf = (token: string) => {
    beforeValue();
    const frame = frames.at(-1);
    if (frame?.isObject && frame.name === null) {
      frame.name = readString(token);
      out.push(quoteMasked(token, level));
      return;
    }
    const shown = isSecretHere() ? (token === 'null' ? token : `"${MASK}"`) : quoteMasked(token, level);
    if (shown !== token) maskedCount += 1;
    out.push(shown);
  };
  const punctuation = (mark: string) => {
    const frame = frames.at(-1);
    switch (mark) {
      case '{':
      case '[': {
        const isSecret = isSecretHere();
        beforeValue();
        out.push(mark);
        frames.push({ isObject: mark === '{', isSecret, name: null });
        isOpen = true;
        return;
      }
      case '}':
      case ']':
        frames.pop();
        if (!isOpen) line();
        isOpen = false;
        out.push(mark);
        return;
      case ',':
        if (frame) frame.name = null;
        out.push(mark);
        line();
        return;
      default:
        out.push(': ');
    }
  };

  for (const match of json.matchAll(TOKEN)) {
    end = match.index + match[0].length;
    const [, string, mark, other] = match;
    if (mark !== undefined) punctuation(mark);
    else if (string !== undefined) leaf(string);
    else if (other !== undefined) leaf(other);
  }
  if (end === json.length) return { text: out.join(''), maskedCount };
  const text = maskText(json, level);
  return { text, maskedCount: text === json ? 0 : 1 };
}

function readString(token: string): string {
  try {
    return String(JSON.parse(token));
  } catch {
    return token;
  }
}

/** A string token with its content masked; the token itself when there is nothing to mask. */
function quoteMasked(token: string, level: MaskLevel): string {
  // A card number may have been sent as a JSON number.
  if (!token.startsWith('"')) {
    const digits = maskText(token, level);
    return digits === token ? token : JSON.stringify(digits);
  }
  const value = readString(token);
  const masked = maskText(value, level);
  return masked === value ? token : JSON.stringify(masked);
}
