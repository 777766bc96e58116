import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let proxy: PgProxy;
let engine: TestEngine;

beforeEach(async () => {
  proxy = await startPgProxy(shop.url);
  engine = openEngine(proxy.url);
});
afterEach(async () => {
  proxy.close();
  await engine.close();
});

/** A key whose request is answered, under which replays can be asked for. */
const answered = async () => {
  const key = randomUUID();
  const replay = (through = engine) => run(through, keyed({ key }), async () => 'done');
  await replay();
  const row = async () =>
    (
      await shop.observer.query(
        'SELECT xmin::text, ctid::text, id, replay_count, last_replayed_at FROM idempotency_record WHERE key = $1',
        [key],
      )
    ).rows[0];
  return { replay, row };
};

describe('replays', () => {
  test('write nothing to the record; a flush is then one update of it', async () => {
    const { replay, row } = await answered();
    const before = await row();
    proxy.forget();
    for (let count = 0; count < 25; count += 1) expect(await replay()).toMatchObject({ replayed: true });
    expect(proxy.statements().map(({ sql }) => sql.trim().slice(0, 6))).toEqual(
      Array.from({ length: 25 }, () => 'SELECT'),
    );
    expect(await row()).toEqual(before);
    proxy.forget();
    await engine.replays.flush();
    expect(proxy.statements().map(({ tag }) => tag)).toEqual(['UPDATE 1']);
    expect(await row()).toMatchObject({ replay_count: 25, last_replayed_at: expect.any(Date) });
    await engine.replays.flush();
    expect((await row())?.replay_count).toBe(25);
  });

  test('cost one read each when the key was seen, and at most a claim more when it was not', async () => {
    const { replay } = await answered();
    const restarted = openEngine(proxy.url);
    proxy.forget();
    await replay(restarted);
    const unhinted = proxy.statements().length;
    proxy.forget();
    await replay(restarted);
    // BEGIN, the claim's two, the tripwire; its close, COMMIT; the read.
    expect([proxy.statements().length, unhinted]).toEqual([1, 7]);
    await restarted.close();
  });

  test('that could not be written are kept for the next flush', async () => {
    const { replay, row } = await answered();
    await replay();
    const cut = proxy.cutBefore(/UPDATE public\.idempotency_record/);
    await expect(engine.replays.flush()).rejects.toThrow();
    await cut;
    await replay();
    await engine.replays.flush();
    expect((await row())?.replay_count).toBe(2);
  });

  test('of a record that is gone by the flush are passed over', async () => {
    const gone = await answered();
    const kept = await answered();
    await gone.replay();
    await kept.replay();
    await shop.observer.query('DELETE FROM idempotency_record WHERE id = $1', [(await gone.row())?.id]);
    await engine.replays.flush();
    expect((await kept.row())?.replay_count).toBe(1);
  });

  test('flushed by two processes in opposite order do not deadlock, and all of them count', async () => {
    const other = openEngine(shop.url);
    const keys = await Promise.all(Array.from({ length: 8 }, answered));
    for (let round = 0; round < 15; round += 1) {
      for (const { replay } of keys) await replay(engine);
      for (const { replay } of keys.toReversed()) await replay(other);
      await Promise.all([engine.replays.flush(), other.replays.flush()]);
    }
    for (const { row } of keys) expect((await row())?.replay_count).toBe(30);
    await other.close();
  });
});
