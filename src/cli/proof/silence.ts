import type { Counts } from '../test/counts.ts';
import { runVitest } from '../test/run-vitest.ts';

/** Silence at every boundary of a placement and of a payment, of which `npm test` takes a sample. */
export const proveSilence = (): Promise<Counts> =>
  runVitest(['src/engine/silent-boundaries.test.ts'], { LATCHKEY_PROOF: 'whole' });
