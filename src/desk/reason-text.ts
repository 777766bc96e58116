import { storableText } from '../shop/storable-text.ts';

/** Shortest reason: fewer characters name no cause that an auditor could follow up next month. */
export const MIN_REASON_LENGTH = 15;

/** Why an operator does it, in their words; kept in the audit as it is. */
export const reasonText = () =>
  storableText()
    .trim()
    .min(MIN_REASON_LENGTH, `Say why in at least ${MIN_REASON_LENGTH} characters.`)
    .max(500, 'Say why in at most 500 characters.');
