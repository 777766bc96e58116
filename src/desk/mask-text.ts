import { findCardNumbers } from '../idempotency/card-numbers.ts';

/** What stands where a secret stood. */
export const MASK = '••••';

/**
 * Texts that are secret whatever member they are in. Every repetition is bounded, so that a hostile text of the largest
 * size takes milliseconds. A digit run is masked without its check digit: too much hidden is the safe side.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z ]{1,40}-----[\s\S]*?(?:-----END [A-Z ]{1,40}-----|$)/g, MASK],
  // JSON Web Tokens (RFC 7519).
  [/\beyJ[\w-]{5,2048}\.[\w-]{5,2048}\.[\w-]{0,2048}/g, MASK],
  [/\b(Bearer|Basic) +[\w.~+/=-]{6,2048}/gi, `$1 ${MASK}`],
  // Keys with a maker's prefix: Stripe, ours, GitHub, Slack, AWS.
  [/\b((?:sk|rk|pk)_(?:live|test)_|whsec_|lk_|gh[pousr]_|github_pat_|xox[abeprs]-|AKIA)[\w-]{8,255}/g, `$1${MASK}`],
  // A Stripe client secret carries its object's id, which is no secret.
  [/\b((?:pi|seti|cs|src)_\w{1,64}?_secret)_\w{1,255}/g, `$1_${MASK}`],
  // The scheme's user and password in a connection string.
  [/\b([a-z][a-z+]{1,15}:\/\/)[^\s:@/]{1,128}:[^\s@/]{1,256}@/gi, `$1${MASK}@`],
];

/** What says who somebody is, and may be revealed. */
const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/\b([\w+-])[\w.+-]{0,63}@((?:[\w-]{1,63}\.){1,5}[a-z]{2,24})\b/gi, `$1${MASK}@$2`],
];

/** `all` is what everybody at the desk gets; `secrets` masks only what nobody may see, even when the rest is revealed. */
export type MaskLevel = 'all' | 'secrets';

const PATTERNS: Readonly<Record<MaskLevel, typeof SECRETS>> = { all: [...SECRETS, ...PERSONAL], secrets: SECRETS };

/**
 * The text with what looks like a secret, a card number or an e-mail address masked; the same text when nothing does. An
 * identifier comes back as it was, save one that looks like a key: `lk_…` is how our API keys begin.
 */
export const maskText = (text: string, level: MaskLevel = 'all'): string =>
  maskCardNumbers(
    PATTERNS[level].reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text),
  );

/** The last four digits stay, as on a receipt. */
function maskCardNumbers(text: string): string {
  let masked = '';
  let from = 0;
  for (const { start, end } of findCardNumbers(text)) {
    masked += `${text.slice(from, start)}${MASK} ${text.slice(start, end).replace(/\D/g, '').slice(-4)}`;
    from = end;
  }
  return masked + text.slice(from);
}

const SECRET_PART =
  /secret|passw(?:or)?d|passphrase|token|authori[sz]ation|apikey|privatekey|accesskey|credential|cookie|cvc|cvv|signature/;

/** Words that are harmless as a part of another name. */
const SECRET_WHOLE = /^(?:card|cardnumber|pan|pin|iban|accountnumber|ssn|otp)$/;

/** `note` and `comment` are what people wrote. */
const PERSONAL_WHOLE = /^(?:note|notes|comment|comments|phone|address)$/;

/** Does a member of this name hold what an operator need not see? Case and separators do not matter. */
export function isSecretName(name: string, level: MaskLevel = 'all'): boolean {
  const plain = name
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
  return SECRET_PART.test(plain) || SECRET_WHOLE.test(plain) || (level === 'all' && PERSONAL_WHOLE.test(plain));
}
