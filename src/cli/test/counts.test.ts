import { expect, test } from 'vitest';
import { closingLine, playwrightCounts, sum, vitestCounts } from './counts.ts';

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1 };
const playwright = { stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0 } };

test('both runners are summed into one line', () => {
  expect(closingLine(sum([vitestCounts(vitest, 0), playwrightCounts(playwright, 0)]))).toBe(
    '8 passed, 0 failed, 2 skipped',
  );
});

test('skips are left out of the line when there are none', () => {
  expect(closingLine(playwrightCounts(playwright, 0))).toBe('3 passed, 0 failed');
});

test.each([
  ['a runner that wrote no report', vitestCounts(undefined, 1)],
  ['a runner killed while writing', playwrightCounts({ stats: {} }, null)],
])('%s counts as one failure', (_what, counts) => {
  expect(counts).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
  expect(counts.failures).toHaveLength(1);
});

test('a bad exit code without a failed test, as of a file that does not load, counts as one failure', () => {
  expect(vitestCounts(vitest, 1).failed).toBe(1);
});

test('a flaky test has failed', () => {
  expect(playwrightCounts({ stats: { ...playwright.stats, expected: 2, flaky: 1 } }, 0).failed).toBe(1);
});
