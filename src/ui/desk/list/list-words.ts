import type { PauseReason } from '../../../client/list/pause-reason.ts';
import type { ListCount } from '../../../postgres/statements/count-list.ts';

/** What a list's rows are called. */
export type Noun = { readonly one: string; readonly many: string };

const number = new Intl.NumberFormat('en');
const rough = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** "One record", "1,234 records", "more than 10,000 records", "about 2M records (estimated)". */
export function countText({ kind, count }: ListCount, { one, many }: Noun): string {
  switch (kind) {
    case 'exact':
      return count === 1 ? `One ${one} in all` : `${number.format(count)} ${many} in all`;
    case 'capped':
      return `More than ${number.format(count)} ${many}`;
    case 'estimated':
      return `About ${rough.format(count)} ${many} (estimated)`;
  }
}

/** Rows of this page; all there are when there is no other page. */
export function pageText(count: number, isPart: boolean, noun: Noun): string {
  const rows = count === 1 ? `One ${noun.one}` : `${number.format(count)} ${noun.many}`;
  return isPart ? `${rows} on this page` : `${rows} in all`;
}

/** Why the list rests. */
export const PAUSE_WORDS: Readonly<Record<PauseReason, string>> = {
  hidden: 'Paused: this tab is hidden',
  dialog: 'Paused: a dialog is open',
  selected: 'Paused: rows are selected',
  off: 'Refreshed by hand',
  offline: 'Paused: no connection',
};
