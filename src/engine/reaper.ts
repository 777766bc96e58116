import { inBoundedTransaction, JOB } from '../postgres/bounded-transaction.ts';
import { isDatabaseGone } from '../postgres/failure.ts';
import { lastOfPage, type ReapedPage, reapPage } from '../postgres/statements/reap.ts';
import type { Engine } from './engine.ts';

/** What one sweep over all records did. `failed` are single records, or whole pages once many failed. */
export type ReaperCounts = { readonly purged: number; readonly forgotten: number; readonly failed: number };

/** Rows of one statement: a few milliseconds, so that a claim that meets it waits no longer. */
const PAGE = 1_000;

/** So many records are looked for one by one: each takes a dozen statements. Where more fail, the fault is not theirs. */
const MOST_SOUGHT = 20;

/**
 * One sweep: answers past their retention are purged, records past their memory deleted. A page that fails is halved down to
 * the record that does, which is reported and passed over until the next sweep. Stops between pages when `signal` says so.
 * @throws when the database is gone.
 */
export async function reapOnce(engine: Engine, signal?: AbortSignal): Promise<ReaperCounts> {
  const { pool } = engine.database;
  const counts = { purged: 0, forgotten: 0, failed: 0 };
  let size = PAGE;
  for (let afterId: bigint | null = 0n; afterId !== null; ) {
    signal?.throwIfAborted();
    const page: ReapedPage | { readonly error: unknown } = await reap(engine, afterId, size);
    if (!('error' in page)) {
      counts.purged += page.purged;
      counts.forgotten += page.forgotten;
      afterId = page.lastId;
      size = Math.min(PAGE, size * 2);
    } else if (size > 1 && counts.failed < MOST_SOUGHT) {
      size = Math.ceil(size / 2);
    } else {
      const passedTo = await lastOfPage(pool, afterId, size);
      engine.report(
        `Records ${afterId + 1n} to ${passedTo} could not be reaped; they are tried in the next sweep.`,
        page.error,
      );
      counts.failed += 1;
      afterId = passedTo;
    }
  }
  return counts;
}

async function reap(
  { database }: Engine,
  afterId: bigint,
  size: number,
): Promise<ReapedPage | { readonly error: unknown }> {
  try {
    return await inBoundedTransaction(database.pool, JOB, (client) => reapPage(client, afterId, size));
  } catch (error) {
    if (isDatabaseGone(error)) throw error;
    return { error };
  }
}
