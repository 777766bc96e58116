import type { Counts } from '../test/counts.ts';
import { runVitest } from '../test/run-vitest.ts';

/** Runs every cell of the matrix that `npm test` samples; it writes docs/crash-matrix.md. */
export const proveCrashMatrix = (): Promise<Counts> =>
  runVitest(['src/engine/phased/crash-matrix.e2e.test.ts'], { LATCHKEY_PROOF: 'whole' });
