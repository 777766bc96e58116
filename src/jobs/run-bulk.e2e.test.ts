import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAppProcess } from '../testing/app-process.ts';
import { operator, sendCommand } from '../testing/desk.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { addCompleted } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';
import { runBulkOnce } from './run-bulk.ts';

const shop = useShop();
let proxy: PgProxy;
beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
});
afterAll(() => proxy.close());

const reason = 'Wanted by the data protection officer.';
const ITEMS = 8;

/** A started job that purges the answers of fresh records. */
const startPurge = async () => {
  const ids = await Promise.all(Array.from({ length: ITEMS }, () => addCompleted(shop)));
  const ada = operator('resolver');
  const job = { kind: 'purge_answers', from: { page: 'selection', ids } };
  const { id } = (await sendCommand(shop, ada, 'desk.operations.preview', { job })).data as { id: string };
  await sendCommand(shop, ada, 'desk.operations.start', { id, kind: 'purge_answers', seenTotal: ITEMS, reason });
  return { id, ids, ada };
};

const countsOf = async (id: string, ids: readonly string[]) => {
  const { rows } = await shop.observer.query(
    `SELECT (SELECT count(*)::int FROM bulk_item WHERE operation_id = $1 AND result = 'applied') AS applied,
            (SELECT count(*)::int FROM bulk_item WHERE operation_id = $1 AND result = 'waiting') AS waiting,
            (SELECT count(*)::int FROM audit_entry WHERE request_id = 'operation:' || $1::text) AS audited,
            (SELECT count(*)::int FROM idempotency_record WHERE id = ANY($2::bigint[]) AND answer_kept = 'purged') AS purged,
            (SELECT state FROM bulk_operation WHERE id = $1) AS state`,
    [id, ids],
  );
  return rows[0];
};

const stateAfterRound = async (id: string, ids: readonly string[]) => {
  await runBulkOnce(shop.runtime.engine);
  return (await countsOf(id, ids))?.state;
};

test.each([
  ['before', 'is undone with its audit row', ITEMS - 5],
  ['after', 'stands with its audit row', ITEMS - 6],
] as const)(
  'a worker that is killed %s the COMMIT of an item loses nothing: that item %s, and the next worker does each of the rest once',
  async (when, _what, waiting) => {
    // The sixth commit of an item; the connection has just settled one.
    const settled = new Set<number>();
    let commits = 0;
    const sixth = ({ sql, connection }: { sql: string; connection: number }): boolean => {
      if (/UPDATE public\.bulk_item/.test(sql)) settled.add(connection);
      if (sql !== 'COMMIT' || !settled.delete(connection)) return false;
      commits += 1;
      return commits === 6;
    };
    const barrier = when === 'before' ? proxy.holdBefore(sixth) : proxy.holdAfter(sixth);
    const { id, ids } = await startPurge();
    const worker = await startAppProcess({
      role: 'worker',
      databaseUrl: proxy.url,
      providerUrl: 'http://127.0.0.1:9',
    });
    await barrier.reached;
    await worker.kill();
    // The server notices the dead session and lets go of the item.
    await expect.poll(async () => (await countsOf(id, ids))?.waiting, { timeout: 20_000 }).toBe(waiting);
    const between = await countsOf(id, ids);
    const done = ITEMS - waiting;
    expect(between).toEqual({ applied: done, waiting, audited: done, purged: done, state: 'running' });

    await expect.poll(() => stateAfterRound(id, ids), { timeout: 20_000 }).toBe('done');
    expect(await countsOf(id, ids)).toEqual({
      applied: ITEMS,
      waiting: 0,
      audited: ITEMS,
      purged: ITEMS,
      state: 'done',
    });
  },
);
