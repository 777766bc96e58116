import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { keyed, openEngine, run } from '../testing/engine.ts';
import { addCompleted, addConflictTo, addInProgress } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';
import { computeStatistics } from './compute-statistics.ts';

const shop = useShop();
const rows = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await shop.observer.query(sql, values)).rows as Row[];
const pool = () => ({ pool: shop.runtime.database.pool });

const counted = async (metric: string, procedure: string): Promise<number> => {
  const [row] = await rows<{ sum: number }>(
    'SELECT coalesce(sum(count), 0)::int AS sum FROM statistic WHERE metric = $1 AND procedure = $2',
    metric,
    procedure,
  );
  return row?.sum ?? 0;
};

const figure = async (name: string): Promise<string | undefined> =>
  (await rows<{ value: string }>('SELECT value FROM computed_figure WHERE name = $1', name))[0]?.value;

const whole = async (): Promise<void> => {
  while ((await computeStatistics(pool())).hasMore);
};

test('claims agree with the records by minute and procedure, however many workers count them', async () => {
  const procedure = `claims.${randomUUID()}`;
  for (let minute = 12; minute > 2; minute -= 1) {
    for (let n = 0; n < minute; n += 1)
      await addCompleted(shop, { procedure, createdAt: `clock_timestamp() - interval '${minute} minutes'` });
  }
  // Pages of seven, so that four workers meet at the watermark again and again.
  const worker = async () => {
    for (let round = 0; round < 30; round += 1) await computeStatistics(pool(), 7);
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  await whole();
  const byRecords = await rows(
    `SELECT date_trunc('minute', created_at) AS minute, count(*)::int FROM idempotency_record
     WHERE procedure = $1 GROUP BY 1 ORDER BY 1`,
    procedure,
  );
  const byStatistic = await rows(
    `SELECT minute, count FROM statistic WHERE metric = 'claims' AND procedure = $1 ORDER BY 1`,
    procedure,
  );
  expect(byStatistic).toEqual(byRecords);
});

test('of two that began in one moment both are counted at once, whichever has the lower id', async () => {
  const procedure = `claims.${randomUUID()}`;
  await addCompleted(shop, { procedure, createdAt: `clock_timestamp() - interval '1.2 minutes'` });
  await addCompleted(shop, { procedure, createdAt: `clock_timestamp() - interval '1.4 minutes'` });
  await whole();
  expect(await counted('claims', procedure)).toBe(2);
});

test('a claim that may still have a neighbour on its way waits until that has ended', async () => {
  const procedure = `claims.${randomUUID()}`;
  const id = await addCompleted(shop, { procedure });
  await whole();
  expect(await counted('claims', procedure)).toBe(0);
  await rows(`UPDATE idempotency_record SET created_at = created_at - interval '2 minutes' WHERE id = $1`, id);
  await whole();
  await whole();
  expect(await counted('claims', procedure)).toBe(1);
});

test('replays agree with the records while two processes flush the same ones at once', async () => {
  const procedure = `replays.${randomUUID()}`;
  const engines = [openEngine(shop.url), openEngine(shop.url)];
  const ids = await Promise.all(
    Array.from({ length: 12 }, () =>
      addCompleted(shop, { procedure, createdAt: `clock_timestamp() - interval '5 minutes'` }),
    ),
  );
  for (let round = 0; round < 10; round += 1) {
    for (const [index, engine] of engines.entries()) {
      for (const id of index === 0 ? ids : ids.toReversed()) engine.replays.count(BigInt(id));
    }
    await Promise.all(engines.map((engine) => engine.replays.flush()));
  }
  // What one passed over because the other held it waits for its next flush.
  for (const engine of engines) await engine.replays.flush();
  const [sum] = await rows<{ sum: number }>(
    'SELECT sum(replay_count)::int AS sum FROM idempotency_record WHERE procedure = $1',
    procedure,
  );
  expect(sum?.sum).toBe(240);
  expect(await counted('replays', procedure)).toBe(240);
  expect(await counted('replay_lag_600', procedure)).toBe(240);
  await Promise.all(engines.map((engine) => engine.close()));
});

test('how late a repeat comes is measured from the first answer, and one past the retention is counted too', async () => {
  const procedure = `late.${randomUUID()}`;
  const engine = openEngine(shop.url);
  const ages = [`1 second`, `30 seconds`, `2 hours`, `80 hours`, `60 days`];
  for (const age of ages) {
    const id = await addCompleted(shop, { procedure, createdAt: `clock_timestamp() - interval '${age}'` });
    if (age === '80 hours') engine.replays.countLate(BigInt(id));
    else engine.replays.count(BigInt(id));
  }
  await engine.replays.flush();
  for (const metric of ['10', '60', '21600', '604800', 'inf'])
    expect(await counted(`replay_lag_${metric}`, procedure), metric).toBe(1);
  expect(await counted('replays', procedure)).toBe(4);
  expect(await counted('late_retries', procedure)).toBe(1);
  await engine.close();
});

test('a retry that is told its answer was purged is such a late one, and leaves the record as it was', async () => {
  const engine = openEngine(shop.url);
  const key = randomUUID();
  const request = keyed({ key });
  await run(engine, request, async () => 'done');
  await rows(
    `UPDATE idempotency_record SET answer = NULL, answer_kept = 'purged', answer_expires_at = clock_timestamp() - interval '1 hour',
       completed_at = completed_at - interval '73 hours', created_at = created_at - interval '73 hours' WHERE key = $1`,
    key,
  );
  expect(await run(engine, request, async () => 'again')).toMatchObject({ kind: 'refused' });
  await engine.replays.flush();
  const [record] = await rows<{ procedure: string; replay_count: number }>(
    'SELECT procedure, replay_count FROM idempotency_record WHERE key = $1',
    key,
  );
  expect(record?.replay_count).toBe(0);
  expect(await counted('replay_lag_604800', record?.procedure ?? '')).toBe(1);
  await engine.close();
});

test('conflicts agree with their events', async () => {
  const engine = openEngine(shop.url);
  for (let n = 0; n < 3; n += 1) engine.replays.countConflict('conflicts.a');
  engine.replays.countConflict('conflicts.b');
  await engine.replays.flush();
  await engine.replays.flush();
  expect([await counted('conflicts', 'conflicts.a'), await counted('conflicts', 'conflicts.b')]).toEqual([3, 1]);
  await engine.close();
});

test('minutes of more than two days ago are added up to hours, and hours of more than 35 days ago forgotten', async () => {
  const procedure = `rolled.${randomUUID()}`;
  // Read once: the next hour may begin meanwhile.
  const [begun] = await rows<{ hour: string }>(`SELECT date_trunc('hour', now())::text AS hour`);
  await rows(
    `INSERT INTO statistic SELECT $2::timestamptz - age::interval, 'claims', $1, 1 FROM unnest(
       '{49 hours,49 hours 1 minute,49 hours 59 minutes,1 hour 7 minutes,36 days 1 minute}'::text[]) AS t(age)`,
    procedure,
    begun?.hour,
  );
  await Promise.all([whole(), whole(), whole()]);
  await whole();
  expect(
    await rows(
      `SELECT count, (extract(epoch FROM $2::timestamptz - minute) / 60)::int AS ago FROM statistic
       WHERE procedure = $1 ORDER BY minute`,
      procedure,
      begun?.hour,
    ),
  ).toEqual([
    { count: 2, ago: 50 * 60 },
    { count: 1, ago: 49 * 60 },
    { count: 1, ago: 67 },
  ]);
});

test('the figures say how many are stuck, unknown, parked and about to expire, and since when the oldest is stuck', async () => {
  await rows('TRUNCATE idempotency_record, conflict_event CASCADE');
  const ago = (time: string) => `clock_timestamp() - interval '${time}'`;
  await addInProgress(shop);
  await addInProgress(shop, { leaseExpiresAt: ago('30 seconds'), createdAt: ago('2 minutes') });
  await addInProgress(shop, { leaseExpiresAt: ago('2 hours'), createdAt: ago('3 hours') });
  const unknown = await addInProgress(shop, { leaseExpiresAt: ago('2 hours') });
  await rows(
    `UPDATE idempotency_record SET state = 'UNKNOWN', unknown_reason = 'no answer', external_began = true WHERE id = $1`,
    unknown,
  );
  const parked = await addInProgress(shop, { leaseExpiresAt: ago('2 hours') });
  await rows(`UPDATE idempotency_record SET parked_reason = 'tries spent' WHERE id = $1`, parked);
  await addCompleted(shop, { createdAt: ago('71 hours 30 minutes') });
  await addConflictTo(shop, await addCompleted(shop));
  await addConflictTo(shop, await addCompleted(shop), ago('25 hours'));
  await whole();
  expect(await figure('stuck')).toBe('2');
  expect(JSON.parse((await figure('stuck.ages')) ?? '')).toEqual([1, 0, 0, 1, 0, 0]);
  expect(Number(await figure('stuck.oldest_seconds'))).toBeCloseTo(7_200, -2);
  expect([await figure('unknown'), await figure('parked')]).toEqual(['1', '1']);
  expect(await figure('expiring.hour')).toBe('1');
  expect(await figure('conflicts.day')).toBe('1');
});

test('a figure that cannot be computed keeps its old value, and the others are new', async () => {
  await rows(`INSERT INTO computed_figure VALUES ('conflicts.day', '77', now() - interval '1 hour')
              ON CONFLICT (name) DO UPDATE SET value = '77', computed_at = now() - interval '1 hour'`);
  await rows('ALTER TABLE conflict_event RENAME TO conflict_event_gone');
  const { failures } = await computeStatistics(pool());
  await rows('ALTER TABLE conflict_event_gone RENAME TO conflict_event');
  expect(failures).toHaveLength(1);
  expect(await figure('conflicts.day')).toBe('77');
  const [stuck] = await rows<{ fresh: boolean }>(
    `SELECT computed_at > now() - interval '1 minute' AS fresh FROM computed_figure WHERE name = 'stuck'`,
  );
  expect(stuck?.fresh).toBe(true);
});
