import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { reject } from '../engine/reject.ts';
import type { RunResult } from '../engine/run.ts';
import { outcomeUnknown } from '../idempotency/refusals.ts';
import type { OpenCount } from '../postgres/statements/count-open.ts';
import { gate } from '../testing/gate.ts';
import { createMetrics } from './metrics.ts';

const answered: RunResult = { kind: 'answered', outcome: 'success', replayed: false, text: '{}' };
const stuck: OpenCount = { state: 'stuck', procedure: 'orders.pay', count: 3, oldestSeconds: 41.5 };

const noJobs = async () => [];
const noDatabase = () => Promise.reject(new Error('no database'));

test('a key or an account in the place of a procedure makes no series of its own', async () => {
  const metrics = createMetrics(
    async () => [],
    async () => [],
  );
  for (const secret of [randomUUID(), `acc_${randomUUID()}`, 'buyer@acme.example', `lk_${randomUUID()}`]) {
    metrics.observe('claimed', secret);
    await metrics.timed(secret, async () => answered);
    expect(await metrics.text()).not.toContain(secret);
  }
  expect(await metrics.text()).toContain('latchkey_keyed_requests_total{event="claimed",procedure="other"} 4');
});

test('a request counts as in flight until it ends, however it ends, and is timed by its end', async () => {
  const metrics = createMetrics(
    async () => [],
    async () => [],
  );
  const held = gate();
  const running = metrics.timed('orders.pay', async () => {
    await held.opened;
    return reject(metrics, { procedure: 'orders.pay' }, outcomeUnknown('1'));
  });
  expect(await metrics.text()).toContain('latchkey_keyed_requests_in_flight{procedure="orders.pay"} 1');
  held.open();
  await running;
  await expect(metrics.timed('orders.pay', () => Promise.reject(new Error('a bug')))).rejects.toThrow('a bug');
  const text = await metrics.text();
  expect(text).toContain('latchkey_keyed_requests_in_flight{procedure="orders.pay"} 0');
  expect(text).toContain('latchkey_keyed_request_seconds_count{procedure="orders.pay",end="refused"} 1');
  expect(text).toContain('latchkey_keyed_request_seconds_count{procedure="orders.pay",end="failed"} 1');
});

test('open records are told once read, and read once for many that ask', async () => {
  let reads = 0;
  const metrics = createMetrics(async () => {
    reads += 1;
    return [stuck];
  }, noJobs);
  const texts = await Promise.all([metrics.text(), metrics.text()]);
  for (const text of texts) {
    expect(text).toContain('latchkey_open_records{state="stuck",procedure="orders.pay"} 3');
    expect(text).toContain('latchkey_open_record_oldest_age_seconds{state="stuck",procedure="orders.pay"} 41.5');
  }
  expect(reads).toBe(1);
});

test('of each job its last success and its backlog are told', async () => {
  const jobs = [
    { job: 'reaper', succeededAt: 1_700_000_000, backlog: 2 },
    { job: 'watch', succeededAt: null, backlog: 0 },
  ];
  const text = await createMetrics(
    async () => [],
    async () => jobs,
  ).text();
  expect(text).toContain('latchkey_job_last_success_timestamp_seconds{job="reaper"} 1700000000');
  expect(text).toContain('latchkey_job_backlog{job="reaper"} 2');
  expect(text).not.toContain('latchkey_job_last_success_timestamp_seconds{job="watch"}');
});

test('without a database the rest is told', async () => {
  const metrics = createMetrics(noDatabase, noDatabase);
  metrics.observe('unavailable', 'orders.pay');
  const text = await metrics.text();
  expect(text).toContain('event="unavailable"');
  expect(text).not.toContain('latchkey_open_records{');
});
