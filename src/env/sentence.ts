import { maskPassword } from './mask-password.ts';

/** A variable of the environment has a value that cannot be used; the message names it, one sentence per variable. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

const secret = new Set(['LATCHKEY_SECRET', 'BETTER_AUTH_SECRET', 'STRIPE_SECRET_KEY']);

/** "PORT is "99999"; expected …": what was found and what was expected, with secrets and passwords left out. */
export function sentenceFor(name: string, value: string | undefined, expected: string): string {
  return `${name} is ${shown(name, value)}; expected ${expected}. Change it in the environment or in .env.`;
}

function shown(name: string, value: string | undefined): string {
  if (value === undefined) return 'not set';
  if (secret.has(name)) return `set (${value.length} characters, not shown here)`;
  return JSON.stringify(maskPassword(value));
}
