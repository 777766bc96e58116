import { expect, test } from 'vitest';
import { failureLines, playwrightFailures, vitestFailures } from './failures.ts';

const path = '/home/somebody/latchkey/src/engine/claim.test.ts';

test("a failed test of Vitest's is named with its file and the first line of why", () => {
  const report = {
    testResults: [
      {
        name: path,
        status: 'failed',
        assertionResults: [
          { fullName: 'one holds', status: 'passed', failureMessages: [] },
          {
            fullName: 'one does not',
            status: 'failed',
            failureMessages: ['\u001b[31mError: 1 is not 2\u001b[39m\n at x'],
          },
        ],
      },
    ],
  };
  expect(failureLines(vitestFailures(report))).toBe(
    'FAILED src/engine/claim.test.ts › one does not\n       Error: 1 is not 2',
  );
});

test('a file that could not be loaded is named itself', () => {
  const report = {
    testResults: [{ name: path, status: 'failed', message: 'Cannot find module', assertionResults: [] }],
  };
  expect(vitestFailures(report)).toEqual([{ test: 'src/engine/claim.test.ts', why: 'Cannot find module' }]);
});

test("a failed spec of Playwright's is found in however deep a group", () => {
  const spec = (title: string, ok: boolean, message?: string) => ({
    title,
    ok,
    tests: [{ results: [message === undefined ? {} : { error: { message } }] }],
  });
  const report = {
    suites: [
      {
        file: 'pay.spec.ts',
        specs: [spec('pays', true)],
        suites: [{ file: 'pay.spec.ts', specs: [spec('pays once', false, 'two charges\nmore')] }],
      },
    ],
  };
  expect(playwrightFailures(report)).toEqual([{ test: 'e2e/pay.spec.ts › pays once', why: 'two charges' }]);
});

test.each([vitestFailures, playwrightFailures])('no report names nothing', (failures) => {
  expect([failures(undefined), failures({})]).toEqual([[], []]);
});
