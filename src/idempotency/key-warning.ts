/** What is wrong with a key that is taken: it looks like personal data, or others may come to have the same one. */
export type KeyWarning = 'email' | 'card' | 'guessable';

/** Fewer characters than the 16 of a random 64-bit number in hexadecimal: a name, a number, a word. */
const MIN_RANDOM_LENGTH = 16;

/** Words of one case with separators, such as `click-the-pay-button`; random ids have digits or both cases. */
const WORDS = /^(?:[a-z]{1,14}(?:[-_.:/][a-z]{1,14})+|[A-Z]{1,14}(?:[-_.:/][A-Z]{1,14})+)$/;

/** Random text of 16 characters has more different ones, even of sixteen digits, but once in a million. */
const MIN_DIFFERENT = 5;

/** A part that was put in without having a value: `order-7-undefined`. */
const EMPTY_PART = /(?:^|[-_:;./|])(?:undefined|null|nan)(?:$|[-_:;./|])/i;

const isGuessable = (key: string): boolean =>
  key.length < MIN_RANDOM_LENGTH || WORDS.test(key) || new Set(key).size < MIN_DIFFERENT || EMPTY_PART.test(key);

const EMAIL = /[^@\s]+@[^@\s]+\.[a-z]{2,}/i;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Runs of 13 to 19 digits, spaces and dashes ignored, that do not belong to a longer word. */
const DIGIT_RUN = /(?<![0-9a-z])\d(?:[ -]*\d){12,18}(?![0-9a-z])/gi;

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

/** Payment cards begin with 2 to 6; a time in milliseconds begins with 1 and would pass the check digit every tenth time. */
const looksLikeCard = (run: string): boolean => {
  const digits = run.replace(/[ -]/g, '');
  return /^[2-6]/.test(digits) && passesLuhn(digits);
};

/**
 * Does the key look as if it held an e-mail address or a card number, which are kept in clear and shown to operators, or as
 * if another intent could come to have the same one? Takes any text, since the key may have been stored by another release;
 * a UUID never warns, and of other random ids of 16 characters or more none in a million.
 */
export const keyWarning = (key: string): KeyWarning | null => {
  if (UUID.test(key)) return null;
  if (EMAIL.test(key)) return 'email';
  if ((key.match(DIGIT_RUN) ?? []).some(looksLikeCard)) return 'card';
  return isGuessable(key) ? 'guessable' : null;
};
