import { expect, test } from 'vitest';
import { pauseReason } from './pause-reason.ts';

const live = { isHidden: false, hasDialog: false, selectedCount: 0, refreshSeconds: 5, isOnline: true };

test.each([
  ['nothing is in the way', {}, null],
  ['the tab is hidden', { isHidden: true, selectedCount: 2 }, 'hidden'],
  ['a dialog is open', { hasDialog: true, selectedCount: 2 }, 'dialog'],
  ['rows are selected', { selectedCount: 1 }, 'selected'],
  ['refreshing is by hand', { refreshSeconds: 0 }, 'off'],
  ['there is no connection', { isOnline: false }, 'offline'],
] as const)('when %s', (_, facts, reason) => {
  expect(pauseReason({ ...live, ...facts })).toBe(reason);
});
