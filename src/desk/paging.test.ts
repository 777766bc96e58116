import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callAs, operator } from '../testing/desk.ts';
import { addCompleted, addConflictTo } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const desk = () => callAs(shop, operator()).desk;

/** One moment for all rows: nothing but the id can tell them apart. */
const SAME_MOMENT = `timestamptz '2026-11-01 10:00:00.123456Z'`;

const times = async <T>(count: number, make: () => Promise<T>): Promise<T[]> => {
  const made: T[] = [];
  for (let i = 0; i < count; i += 1) made.push(await make());
  return made;
};

describe('paging through records', () => {
  const records = (procedure: string, count: number) =>
    times(count, () => addCompleted(shop, { procedure, createdAt: SAME_MOMENT }));

  test('onwards, while others are inserted, shows each of the first look once and in order', async () => {
    const procedure = randomUUID();
    const ids = (await records(procedure, 25)).reverse();
    const seen: string[] = [];
    let after: string | undefined;
    for (;;) {
      const page = await desk().records.list({ procedure, limit: 10, after });
      seen.push(...page.rows.map(({ id }) => id));
      await records(procedure, 3);
      if (!page.hasNext) break;
      after = page.rows.at(-1)?.position;
    }
    expect(seen).toEqual(ids);
  });

  test('and back again shows the same pages, then the newcomers, none twice', async () => {
    const procedure = randomUUID();
    await records(procedure, 25);
    const first = await desk().records.list({ procedure, limit: 10 });
    const second = await desk().records.list({ procedure, limit: 10, after: first.rows.at(-1)?.position });
    expect([second.hasPrevious, second.hasNext]).toEqual([true, true]);
    const newcomers = (await records(procedure, 4)).reverse();
    const back = await desk().records.list({ procedure, limit: 10, before: second.rows[0]?.position });
    expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id));
    expect([back.hasPrevious, back.hasNext]).toEqual([true, true]);
    const newest = await desk().records.list({ procedure, limit: 10, before: back.rows[0]?.position });
    expect(newest.rows.map(({ id }) => id)).toEqual(newcomers);
    expect(newest.hasPrevious).toBe(false);
  });

  test('the last page says that it is the last, also when it is full', async () => {
    const procedure = randomUUID();
    await records(procedure, 10);
    const page = await desk().records.list({ procedure, limit: 10 });
    expect([page.rows.length, page.hasPrevious, page.hasNext]).toEqual([10, false, false]);
  });
});

describe('paging through conflicts', () => {
  test('over ties to the microsecond, while others are inserted, shows each once', async () => {
    const record = await addCompleted(shop);
    const ids = (await times(15, () => addConflictTo(shop, record, SAME_MOMENT))).reverse();
    const microsecondBefore = await addConflictTo(shop, record, `${SAME_MOMENT} - interval '1 microsecond'`);
    const seen: string[] = [];
    let after: string | undefined;
    for (;;) {
      const page = await desk().conflicts.list({ record, limit: 4, after });
      seen.push(...page.rows.map(({ id }) => id));
      await addConflictTo(shop, record);
      if (!page.hasNext) break;
      after = page.rows.at(-1)?.position;
    }
    expect(seen).toEqual([...ids, microsecondBefore]);
  });

  test('back from the second page shows the first one', async () => {
    const record = await addCompleted(shop);
    await times(9, () => addConflictTo(shop, record, SAME_MOMENT));
    const first = await desk().conflicts.list({ record, limit: 4 });
    const second = await desk().conflicts.list({ record, limit: 4, after: first.rows.at(-1)?.position });
    const back = await desk().conflicts.list({ record, limit: 4, before: second.rows[0]?.position });
    expect(back.rows).toEqual(first.rows);
    expect([back.hasPrevious, back.hasNext]).toEqual([false, true]);
  });
});
