import type { Tone } from '../badge.tsx';

const KNOWN: readonly (readonly [RegExp, Tone])[] = [
  [/prod|live/i, 'danger'],
  [/stag|pre|uat|qa/i, 'warning'],
  [/test|ci/i, 'accent'],
  [/dev|local|demo|sandbox/i, 'success'],
];

/** The colour of an environment by its name: what is real has the colour of danger, and an unknown name is no harmless one. */
export const environmentTone = (name: string | null): Tone =>
  name === null ? 'neutral' : (KNOWN.find(([pattern]) => pattern.test(name))?.[1] ?? 'warning');

/** The same as a colour for a picture, which has no style sheet. */
export const ENVIRONMENT_HEX: Readonly<Record<Tone, string>> = {
  danger: '#c92a2a',
  warning: '#b35c00',
  accent: '#4353d0',
  success: '#1e7a46',
  neutral: '#4353d0',
};
