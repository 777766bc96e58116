import { closingLine, sum } from './test/counts.ts';
import { failureLines } from './test/failures.ts';
import { runEndToEnd } from './test/run-end-to-end.ts';
import { runOnOlderPostgres } from './test/run-on-older-postgres.ts';
import { runVitest } from './test/run-vitest.ts';
import { skipLines } from './test/skips.ts';

// Side by side, of about the same length. The slow ones start and kill whole processes and wait, one file at a time, as do the
// specs that follow them; the engine's part on the oldest PostgreSQL that we promise comes last there. They leave a core to
// the fast ones and to the pictures after those. Specs that watch how pages behave have both cores to themselves. Each run of
// Playwright has an installation and a folder of its own; it empties the folder first.
const waiting = async () => [
  await runVitest(['--project', 'slow']),
  await runEndToEnd(['--project=alone', '--no-deps', '--output=test-results/alone']),
  await runOnOlderPostgres('15'),
];
const working = async () => [
  await runVitest(['--project', 'fast']),
  await runEndToEnd(['--project=pages', '--workers=1', '--output=test-results/pages']),
];
const sideBySide = await Promise.all([waiting(), working()]);
const specs = await runEndToEnd(['--project=beside', '--output=test-results/specs']);
const counts = sum([...sideBySide.flat(), specs]);
if (counts.skips.length > 0) console.log(`\n${skipLines(counts.skips)}`);
if (counts.failures.length > 0) console.log(`\n${failureLines(counts.failures)}`);
console.log(`\n${closingLine(counts)}`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
