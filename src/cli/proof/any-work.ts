import type { Counts } from '../test/counts.ts';
import { runVitest } from '../test/run-vitest.ts';

/** Two thousand random works, of which `npm test` takes a hundred. */
export const proveAnyWork = (): Promise<Counts> =>
  runVitest(['src/trpc/any-work.property.test.ts'], { ANY_WORKS: '2000' });
