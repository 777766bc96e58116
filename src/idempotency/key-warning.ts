import { findCardNumbers } from './card-numbers.ts';

/** What a key looks like when it looks like personal data. */
export type KeyWarning = 'email' | 'card';

const EMAIL = /[^@\s]+@[^@\s]+\.[a-z]{2,}/i;

/**
 * Does the key look as if it held an e-mail address or a card number? Keys are kept in clear and shown to operators, so the
 * desk warns. Takes any text, since the key may have been stored by another release; a UUID never warns.
 */
export const keyWarning = (key: string): KeyWarning | null => {
  if (EMAIL.test(key)) return 'email';
  return findCardNumbers(key).length > 0 ? 'card' : null;
};
