import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { reapPage } from '../postgres/statements/reap.ts';
import { openEngine, type TestEngine } from '../testing/engine.ts';
import { addCompleted, addConflictTo, addInProgress } from '../testing/records.ts';
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
  expect(await reapOnce(engine)).toEqual({ purged: 2, forgotten: 1, failed: 0 });
  expect(await recordOf(fresh)).toMatchObject({ answer_kept: 'full', answer: '{"json":{"ok":true}}' });
  for (const id of [purged, remembered]) {
    expect(await recordOf(id)).toMatchObject({ state: 'COMPLETED', answer_kept: 'purged', answer: null });
  }
  expect(await recordOf(forgotten)).toBeUndefined();
  expect(await reapOnce(engine)).toEqual({ purged: 0, forgotten: 0, failed: 0 });
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
  expect(await reapOnce(engine)).toEqual({ purged: 0, forgotten: 0, failed: 0 });
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
  expect(await reapOnce(engine)).toEqual({ purged: 2, forgotten: 0, failed: 0 });
});

/** A trigger that refuses to delete this record, as one that somebody added might. */
const refuseToForget = async (id: string) => {
  await shop.observer.query(`
    CREATE FUNCTION refuse_to_forget() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF old.id = ${id} THEN RAISE EXCEPTION 'this one stays'; END IF; RETURN old; END $$;
    CREATE TRIGGER refuse_to_forget BEFORE DELETE ON idempotency_record FOR EACH ROW EXECUTE FUNCTION refuse_to_forget()`);
  onTestFinished(async () => {
    await shop.observer.query('DROP FUNCTION refuse_to_forget CASCADE');
  });
};

test('a record that cannot be forgotten is reported and passed over: all others are', async () => {
  const ids: string[] = [];
  while (ids.length < 7) ids.push(await completedHoursAgo(2_000));
  await refuseToForget(ids[3] ?? '');
  const faults = engine.faults.length;
  expect(await reapOnce(engine)).toEqual({ purged: 0, forgotten: 6, failed: 1 });
  expect(engine.faults.slice(faults).map(({ message }) => message)).toEqual([expect.stringContaining(ids[3] ?? '')]);
  for (const id of ids) expect((await recordOf(id)) !== undefined).toBe(id === ids[3]);
});

test('a record whose conflict somebody holds waits for the next sweep: all others are forgotten', async () => {
  await reapOnce(engine);
  const ids: string[] = [];
  while (ids.length < 3) ids.push(await completedHoursAgo(2_000));
  await addConflictTo(shop, ids[0] ?? '');
  const session = await shop.observer.connect();
  try {
    await session.query('BEGIN');
    await session.query('SELECT FROM conflict_event WHERE record_id = $1 FOR UPDATE', [ids[0]]);
    expect(await reapOnce(engine)).toEqual({ purged: 0, forgotten: 2, failed: 1 });
  } finally {
    await session.query('ROLLBACK');
    session.release();
  }
  expect(await reapOnce(engine)).toEqual({ purged: 0, forgotten: 1, failed: 0 });
});
