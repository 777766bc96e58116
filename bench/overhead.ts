import type { Runtime } from '../src/runtime/runtime.ts';
import { type Counts, countsOf } from './counts.ts';
import { type Paired, paired } from './paired.ts';
import { mustAnswer, protectedCall } from './protected.ts';
import type { BenchWork } from './work.ts';

export type Comparison = Paired & { readonly what: string; readonly baseCounts: Counts; readonly otherCounts: Counts };

/** The same work in a bare Prisma interactive transaction and behind a key, 8 callers at a time. */
export async function measureOverhead(runtime: Runtime, work: BenchWork, calls: number): Promise<Comparison> {
  const bare = () => runtime.database.prisma.$transaction((tx) => work.run(tx));
  const keyed = () => mustAnswer(protectedCall(runtime, work));
  const result = await paired(
    { name: 'bare', call: bare },
    { name: 'protected', call: keyed },
    // Single rounds are a tenth apart on a machine that others use, so they are short, and what disturbs one disturbs its
    // pair as well: the median of 160 moves by a hundredth.
    { rounds: 160, calls: calls / 4, callers: 8 },
  );
  return {
    ...result,
    what: `work of ${work.name}: bare transaction, protected`,
    baseCounts: await countsOf(runtime, bare),
    otherCounts: await countsOf(runtime, keyed),
  };
}
