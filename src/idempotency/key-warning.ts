import { findCardNumbers } from './card-numbers.ts';

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

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const EMAIL = /[^@\s]+@[^@\s]+\.[a-z]{2,}/i;

/**
 * Does the key look as if it held an e-mail address or a card number, which are kept in clear and shown to operators, or as
 * if another intent could come to have the same one? Takes any text, since the key may have been stored by another release;
 * a UUID never warns, and of other random ids of 16 characters or more, those with a letter, none in a million.
 */
export const keyWarning = (key: string): KeyWarning | null => {
  if (UUID.test(key)) return null;
  if (EMAIL.test(key)) return 'email';
  if (findCardNumbers(key).length > 0) return 'card';
  return isGuessable(key) ? 'guessable' : null;
};
