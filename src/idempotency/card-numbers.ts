/** A piece of a text: the offset of its first character, and of the one behind its last. */
export type Span = { readonly start: number; readonly end: number };

/**
 * Where a text holds payment-card numbers (ISO/IEC 7812-1): 13 to 19 digits that begin as cards do and end in their check
 * digit, in one piece or parted by blanks and hyphens. Spans are in order and apart from each other. What could be read as
 * several numbers that share digits is one span. Digits of an identifier are none, nor is a part of a longer number or word.
 */
export function findCardNumbers(text: string): Span[] {
  const found: Span[] = [];
  let from = 0;
  for (const { index, 0: identifier } of text.matchAll(IDENTIFIER)) {
    for (const span of inPlainText(text.slice(from, index), from)) found.push(span);
    from = index + identifier.length;
  }
  return [...found, ...inPlainText(text.slice(from), from)];
}

// UUIDs (RFC 9562) under any prefix, and the ids of Stripe's objects. An underscore does not make digits a word: `tok_4242…`.
const IDENTIFIER =
  /(?<![0-9a-z])(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![0-9a-z])|(?:ch|py|pi|re|cs|seti|cus|pm|src|evt|req|acct)_\w+)/gi;

/** Numbers that stand beside each other, none of them part of a word or of a decimal. */
const NUMBERS = /(?<![0-9a-z]|\d\.)\d+(?:[ -]{1,3}\d+)*(?![0-9a-z]|\.\d)/gi;

const MIN_DIGITS = 13;
const MAX_DIGITS = 19;

function inPlainText(text: string, offset: number): Span[] {
  return [...text.matchAll(NUMBERS)].flatMap(({ index, 0: run }) => {
    const numbers = [...run.matchAll(/\d+/g)].map((match) => ({
      digits: match[0],
      start: offset + index + match.index,
      end: offset + index + match.index + match[0].length,
    }));
    return joined(numbers.flatMap((_, first) => beginningAt(numbers, first)));
  });
}

/** Every card number that begins with this number: with its neighbours, because "4242 4242 4242 4242 123" ends in a code. */
function beginningAt(numbers: readonly (Span & { readonly digits: string })[], first: number): Span[] {
  const found: Span[] = [];
  let digits = '';
  const { start = 0 } = numbers[first] ?? {};
  for (let last = first; last < numbers.length; last += 1) {
    const number = numbers[last];
    if (number === undefined || digits.length + number.digits.length > MAX_DIGITS) break;
    digits += number.digits;
    if (digits.length >= MIN_DIGITS && isCardNumber(digits)) found.push({ start, end: number.end });
  }
  return found;
}

/** Cards begin with 2 to 6; a time in milliseconds begins with 1 and would pass the check digit every tenth time. */
const isCardNumber = (digits: string): boolean => /^[2-6]/.test(digits) && passesLuhn(digits);

/** The check digit of ISO/IEC 7812-1, annex B. */
const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = digit * 2;
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

/** Spans that overlap made one: hiding the first alone would leave the rest of the true number in clear. */
const joined = (spans: readonly Span[]): Span[] =>
  spans.reduce<Span[]>((apart, span) => {
    const before = apart.at(-1);
    if (before === undefined || span.start >= before.end) apart.push(span);
    else apart[apart.length - 1] = { start: before.start, end: Math.max(before.end, span.end) };
    return apart;
  }, []);
