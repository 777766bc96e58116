import { proveAnyWork } from './proof/any-work.ts';
import { proveInChaos } from './proof/chaos.ts';
import { proveCrashMatrix } from './proof/crash-matrix.ts';
import { proveSilence } from './proof/silence.ts';
import { proveInTimeZones } from './proof/time-zones.ts';
import { closingLine, sum } from './test/counts.ts';
import { failureLines } from './test/failures.ts';
import { runOnOlderPostgres } from './test/run-on-older-postgres.ts';

// One after the other: each uses all cores, and chaos depends on the clock.
const counts = sum([
  await proveCrashMatrix(),
  await proveSilence(),
  await proveAnyWork(),
  await proveInChaos(),
  await proveInTimeZones(),
  // `npm test` has run 15, the oldest, and 18, which the app starts.
  await runOnOlderPostgres('16'),
  await runOnOlderPostgres('17'),
]);
if (counts.failures.length > 0) console.log(`\n${failureLines(counts.failures)}`);
console.log(`\n${closingLine(counts)}`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;
