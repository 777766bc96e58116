/** What a key looks like when it looks like personal data. */
export type KeyWarning = 'email' | 'card';

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
 * Does the key look as if it held an e-mail address or a card number? Keys are kept in clear and shown to operators, so the
 * desk warns. Takes any text, since the key may have been stored by another release; a UUID never warns.
 */
export const keyWarning = (key: string): KeyWarning | null => {
  if (UUID.test(key)) return null;
  if (EMAIL.test(key)) return 'email';
  return (key.match(DIGIT_RUN) ?? []).some(looksLikeCard) ? 'card' : null;
};
