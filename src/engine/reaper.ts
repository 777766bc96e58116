import { reapPage } from '../postgres/statements/reap.ts';
import type { Engine } from './engine.ts';

/** What one sweep over all records did. */
export type ReaperCounts = { readonly purged: number; readonly forgotten: number };

/** Rows of one statement: a few milliseconds, so that a claim that meets it waits no longer. */
const PAGE = 1_000;

/** One sweep: answers past their retention are purged, records past their memory deleted. */
export async function reapOnce(engine: Engine): Promise<ReaperCounts> {
  const counts = { purged: 0, forgotten: 0 };
  for (let afterId: bigint | null = 0n; afterId !== null; ) {
    const page = await reapPage(engine.database.pool, afterId, PAGE);
    counts.purged += page.purged;
    counts.forgotten += page.forgotten;
    afterId = page.lastId;
  }
  return counts;
}
