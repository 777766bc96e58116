import type { DeskPage } from './desk-pages.ts';

/** A shortcut and what it does. */
export type Shortcut = { readonly keys: readonly string[]; readonly does: string };

/** Everywhere at the desk. */
export const EVERYWHERE: readonly Shortcut[] = [
  { keys: ['Ctrl', 'K'], does: 'Open the command palette (Cmd on a Mac)' },
  { keys: ['/'], does: 'Go to the top box: paste a key, record id or provider id' },
  { keys: ['?'], does: 'Show this sheet' },
  { keys: ['Esc'], does: 'Close what is open' },
];

/** In lists. */
export const IN_LISTS: readonly Shortcut[] = [
  { keys: ['j'], does: 'Next row' },
  { keys: ['k'], does: 'Previous row' },
  { keys: ['x'], does: 'Select the row' },
  { keys: ['Enter'], does: 'Open the row' },
];

/** `g` and a letter, for each page that somebody may open. */
export const goTo = (pages: readonly DeskPage[]): readonly Shortcut[] =>
  pages.map(({ letter, label }) => ({ keys: ['g', letter], does: label }));
