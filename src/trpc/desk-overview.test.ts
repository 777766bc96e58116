import { expect, test } from 'vitest';
import { computeStatistics } from '../jobs/compute-statistics.ts';
import { callAs, operator } from '../testing/desk.ts';
import { addCompleted, addInProgress } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const desk = (role: Parameters<typeof operator>[0] = 'viewer') => callAs(shop, operator(role)).desk;
const sql = (text: string, ...values: unknown[]) => shop.observer.query(text, values);
const ago = (time: string) => `clock_timestamp() - interval '${time}'`;

test('before anything was computed the overview says so instead of zero', async () => {
  expect(await desk().overview.get()).toMatchObject({
    stuck: null,
    expiringHour: null,
    stuckAges: [],
    lagComputedAt: null,
  });
  expect((await desk().overview.counts()).counts).toEqual({});
});

test('figures are told with the time at which they were computed, and the frame counts what waits for a person', async () => {
  await addInProgress(shop, { leaseExpiresAt: ago('1 minute') });
  const parked = await addInProgress(shop, { leaseExpiresAt: ago('1 minute') });
  await sql(`UPDATE idempotency_record SET parked_reason = 'tries spent' WHERE id = $1`, parked);
  await computeStatistics({ pool: shop.runtime.database.pool });
  const overview = await desk().overview.get();
  expect(overview.stuck).toMatchObject({ value: 1, computedAt: expect.any(Date) });
  expect(overview.parked?.value).toBe(1);
  expect((await desk().overview.counts()).counts).toEqual({ stuck: 1, unknown: 1 });
});

test('what needs a person comes first, then what may have had an effect, then what somebody works on', async () => {
  await sql('TRUNCATE idempotency_record CASCADE');
  const add = (createdAt: string) =>
    addInProgress(shop, { leaseExpiresAt: ago('1 minute'), createdAt: ago(createdAt) });
  const held = await add('9 hours');
  await sql(
    `INSERT INTO record_hold (record_id, held_by, held_name, reason, not_before) VALUES ($1, 'u', 'Ada', 'looking into it', now())`,
    held,
  );
  await sql(
    `UPDATE idempotency_record SET state = 'UNKNOWN', unknown_reason = 'x', external_began = true, held_by = 'u' WHERE id = $1`,
    held,
  );
  const local = await add('8 hours');
  const external = await add('7 hours');
  await sql('UPDATE idempotency_record SET external_began = true WHERE id = $1', external);
  const parked = await add('6 hours');
  await sql(`UPDATE idempotency_record SET parked_reason = 'spent by b@acme.example' WHERE id = $1`, parked);
  await addInProgress(shop);
  const { attention } = await desk().overview.get();
  expect(attention?.map(({ id }) => id)).toEqual([parked, external, local, held]);
  expect(attention?.[0]?.why).not.toContain('b@acme.example');
  expect((await desk('auditor').overview.get()).attention).toBeNull();
});

test('a series has every span, also the empty ones, and adds up what happened in each', async () => {
  await sql(
    `INSERT INTO statistic VALUES (date_trunc('minute', now() - interval '5 minutes'), 'claims', 'a', 2),
       (date_trunc('minute', now() - interval '5 minutes'), 'claims', 'b', 3),
       (date_trunc('minute', now() - interval '20 minutes'), 'conflicts', 'a', 1),
       (date_trunc('minute', now() - interval '90 minutes'), 'claims', 'a', 7)`,
  );
  const { series, stepMs } = await desk().overview.get({ window: '1h' });
  expect(series).toHaveLength(60);
  expect(new Set(series.slice(1).map(({ at }, index) => at.getTime() - (series[index]?.at.getTime() ?? 0)))).toEqual(
    new Set([stepMs]),
  );
  expect(series.reduce((sum, { claims }) => sum + claims, 0)).toBe(5);
  expect(series.reduce((sum, { conflicts }) => sum + conflicts, 0)).toBe(1);
  expect((await desk().overview.get({ window: '24h' })).series.reduce((sum, { claims }) => sum + claims, 0)).toBe(12);
});

test('the measured lag of retries stands beside the retention that this installation has', async () => {
  const id = await addCompleted(shop, { createdAt: ago('100 hours') });
  shop.runtime.engine.replays.countLate(BigInt(id));
  await shop.runtime.engine.replays.flush();
  await computeStatistics({ pool: shop.runtime.database.pool });
  const { lag, retention } = await desk().overview.get();
  expect(retention.answerHours).toBe(72);
  expect(lag.find(({ upToSeconds }) => upToSeconds === 168 * 3_600)?.count).toBe(1);
});

test('the last actions are everybody’s for those who read the audit, and one’s own for the others', async () => {
  const actor = operator('viewer');
  if (actor.kind !== 'operator') throw new Error('No operator.');
  const add = (actorId: string) =>
    sql(
      `INSERT INTO audit_entry (actor_id, actor_name, role, action, result, request_id, target)
       VALUES ($1, 'Ada', 'resolver', 'record.fence', 'applied', gen_random_uuid()::text, 'record:1')`,
      actorId,
    );
  await add(actor.userId);
  await add('somebody-else');
  const own = await callAs(shop, actor).desk.overview.get();
  expect([own.isOwnOnly, own.actions.length]).toEqual([true, 1]);
  const all = await desk('admin').overview.get();
  expect([all.isOwnOnly, all.actions.length]).toEqual([false, 2]);
});
