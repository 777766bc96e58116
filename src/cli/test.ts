import { closingLine, sum } from './test/counts.ts';
import { failureLines } from './test/failures.ts';
import { runEndToEnd } from './test/run-end-to-end.ts';
import { runVitest } from './test/run-vitest.ts';

// Side by side: the slow ones start and kill whole processes and wait, one file at a time, and leave a core to the fast ones,
// and to the pictures after those. Specs that watch how pages behave have both cores to themselves.
const besideSlow = async () => [
  await runVitest(['--project', 'fast']),
  await runEndToEnd(['--project=pages', '--workers=1', '--output=test-results/pages']),
];
const [slow, others] = await Promise.all([runVitest(['--project', 'slow']), besideSlow()]);
// Each run of Playwright empties its own folder first.
const specs = await runEndToEnd(['--project=beside', '--project=alone', '--output=test-results/specs']);
const counts = sum([slow, ...others, specs]);
if (counts.failures.length > 0) console.log(`\n${failureLines(counts.failures)}`);
console.log(`\n${closingLine(counts)}`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
