import { afterAll, beforeAll, expect, test } from 'vitest';
import { reapPage } from '../postgres/statements/reap.ts';
import { openEngine, type TestEngine } from '../testing/engine.ts';
import { addCompleted, addInProgress } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';
import { reapOnce } from './reaper.ts';

const shop = useShop();
let engine: TestEngine;
beforeAll(() => {
  engine = openEngine(shop.url);
});
afterAll(() => engine.close());

/** A record that was completed so many hours ago: answers are kept for 72, keys for 720, and remembered for 720 more. */
const completedHoursAgo = (hours: number) =>
  addCompleted(shop, { createdAt: `clock_timestamp() - interval '${hours} hours'` });
const recordOf = async (id: string) =>
  (await shop.observer.query('SELECT * FROM idempotency_record WHERE id = $1', [id])).rows[0];

test('an answer is purged at the end of its retention, a record forgotten at the end of its memory, and nothing before', async () => {
  const [fresh, purged, remembered, forgotten] = [
    await completedHoursAgo(71.9),
    await completedHoursAgo(72.1),
    await completedHoursAgo(1_439.9),
    await completedHoursAgo(1_440.1),
  ];
  expect(await reapOnce(engine)).toEqual({ purged: 2, forgotten: 1 });
  expect(await recordOf(fresh)).toMatchObject({ answer_kept: 'full', answer: '{"json":{"ok":true}}' });
  for (const id of [purged, remembered]) {
    expect(await recordOf(id)).toMatchObject({ state: 'COMPLETED', answer_kept: 'purged', answer: null });
  }
  expect(await recordOf(forgotten)).toBeUndefined();
  expect(await reapOnce(engine)).toEqual({ purged: 0, forgotten: 0 });
});

test('an open record is never touched, however old, unknown or parked', async () => {
  const createdAt = `clock_timestamp() - interval '10 years'`;
  const ids: string[] = [];
  for (const change of [`heartbeat_at = NULL`, `state = 'UNKNOWN', unknown_reason = 'x'`, `parked_reason = 'x'`]) {
    const id = await addInProgress(shop, { createdAt, leaseExpiresAt: createdAt });
    await shop.observer.query(`UPDATE idempotency_record SET ${change} WHERE id = $1`, [id]);
    ids.push(id);
  }
  const before = await Promise.all(ids.map(recordOf));
  expect(await reapOnce(engine)).toEqual({ purged: 0, forgotten: 0 });
  expect(await Promise.all(ids.map(recordOf))).toEqual(before);
});

test('a page looks at so many records and no more, and passes over those that somebody holds', async () => {
  const ids = [await completedHoursAgo(100), await completedHoursAgo(100), await completedHoursAgo(100)];
  const session = await shop.observer.connect();
  try {
    await session.query('BEGIN');
    await session.query('SELECT FROM idempotency_record WHERE id = $1 FOR UPDATE', [ids[0]]);
    const after = BigInt(ids[0] ?? 0) - 1n;
    expect(await reapPage(engine.database.pool, after, 2)).toEqual({
      lastId: BigInt(ids[1] ?? 0),
      purged: 1,
      forgotten: 0,
    });
    await session.query('ROLLBACK');
  } finally {
    session.release();
  }
  expect(await reapOnce(engine)).toEqual({ purged: 2, forgotten: 0 });
});
