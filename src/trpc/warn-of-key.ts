import { type KeyWarning, keyWarning } from '../idempotency/key-warning.ts';
import { log } from '../runtime/log.ts';

const SENTENCES: Readonly<Record<KeyWarning, string>> = {
  email: 'An Idempotency-Key looks like an e-mail address. Keys are kept in clear: send random ones.',
  card: 'An Idempotency-Key looks like a card number. Keys are kept in clear: send random ones.',
  guessable:
    'An Idempotency-Key is short or made of words: another intent may come to have the same one. Send random ones.',
};

const said = new Set<KeyWarning>();

/** Tells a developer, once a process and kind and only in development, of keys that should be others. Never names the key. */
export function warnOfKey(key: string, procedure: string): void {
  // biome-ignore lint/style/noProcessEnv: fixed when the sources are built, not read from the environment.
  if (process.env.NODE_ENV !== 'development') return;
  const warning = keyWarning(key);
  if (warning === null || said.has(warning)) return;
  said.add(warning);
  log.warn({ procedure }, SENTENCES[warning]);
}
