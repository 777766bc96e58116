import { z } from 'zod';
import { type Failure, playwrightFailures, vitestFailures } from './failures.ts';
import { playwrightSkips, type Skip } from './skips.ts';

/** How many tests ended how, which failed, and which did not run whole. */
export type Counts = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  readonly skips: readonly Skip[];
};

const NONE: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], skips: [] };

/** A runner that ended without telling how, or that says "bad" without naming a test: one failure. */
export const CRASHED: Counts = {
  ...NONE,
  failed: 1,
  failures: [{ test: 'a test runner', why: 'It ended badly without naming a test; see above.' }],
};

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
});

const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** Counts of Vitest's JSON report. A file that could not be loaded has no failed test, only a bad exit code. */
export const vitestCounts = (report: unknown, exitCode: number | null): Counts => {
  const parsed = VitestReport.safeParse(report);
  if (!parsed.success) return CRASHED;
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = parsed.data;
  return atLeastOneFailure(
    {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests + numTodoTests,
      failures: vitestFailures(report),
      skips: [],
    },
    exitCode,
  );
};

/** Counts of Playwright's JSON report; a flaky test has failed. */
export const playwrightCounts = (report: unknown, exitCode: number | null): Counts => {
  const parsed = PlaywrightReport.safeParse(report);
  if (!parsed.success) return CRASHED;
  const { expected, unexpected, flaky, skipped } = parsed.data.stats;
  return atLeastOneFailure(
    {
      passed: expected,
      failed: unexpected + flaky,
      skipped,
      failures: playwrightFailures(report),
      skips: playwrightSkips(report),
    },
    exitCode,
  );
};

/** All of them together. */
export const sum = (list: readonly Counts[]): Counts =>
  list.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
      failures: [...total.failures, ...one.failures],
      skips: [...total.skips, ...one.skips],
    }),
    NONE,
  );

/** The line that people and scripts look for at the end: `N passed, N failed`, and skipped ones if there are any. */
export const closingLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

const atLeastOneFailure = (counts: Counts, exitCode: number | null): Counts =>
  exitCode === 0 || counts.failed > 0 ? counts : sum([counts, CRASHED]);
