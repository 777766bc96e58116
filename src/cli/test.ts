import { closingLine, sum } from './test/counts.ts';
import { failureLines } from './test/failures.ts';
import { runEndToEnd } from './test/run-end-to-end.ts';
import { runVitest } from './test/run-vitest.ts';

// Side by side: the slow ones start and kill whole processes and wait, one file at a time, and leave a core to the fast ones.
const vitest = await Promise.all(['fast', 'slow'].map((project) => runVitest(['--project', project])));
const counts = sum([...vitest, await runEndToEnd()]);
if (counts.failures.length > 0) console.log(`\n${failureLines(counts.failures)}`);
console.log(`\n${closingLine(counts)}`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
