import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { LookupCall, PerformResult } from '../../idempotency/external-operation.ts';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { gate } from '../../testing/gate.ts';
import { answeringOperation, phasedDefinition, phasedRequest } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';
import { runPhased } from './run-phased.ts';

const shop = useShop();
let engine: TestEngine;

beforeAll(() => {
  engine = openEngine(shop.url, { limits: { runMs: 300 } });
});
afterAll(() => engine.close());

const recordOf = async (key: string) =>
  (await shop.observer.query('SELECT * FROM idempotency_record WHERE key = $1', [key])).rows[0];

test('a look-up counts from the first call under the key, however late the last one was', async () => {
  const looked: LookupCall<unknown>[] = [];
  const answers: PerformResult[] = [
    { answer: 'never_sent', why: 'refused' },
    { answer: 'unclear', why: 'a stored 500', replayedServerError: true },
  ];
  const operation = answeringOperation({
    perform: async () => answers.shift() ?? { answer: 'unclear', why: 'none left', replayedServerError: false },
    lookup: async (call) => {
      looked.push(call);
      return { found: 'cannot_tell', why: 'down' };
    },
  });
  const definition = phasedDefinition(
    async (run) => {
      await run.external('call', { operation, request: {} });
      return run.finish(async () => 'done');
    },
    [operation],
  );
  const request = phasedRequest();
  await runPhased(engine, request, { definition, input: {} });
  const { rows } = await shop.observer.query<{ first: Date }>(
    `UPDATE external_reference e SET first_call_at = first_call_at - interval '3 hours'
     FROM idempotency_record r WHERE r.id = e.record_id AND r.key = $1 RETURNING e.first_call_at AS first`,
    [request.key],
  );
  await runPhased(engine, { ...request, isRetry: true }, { definition, input: {} });
  expect(looked.map(({ firstCallAt }) => firstCallAt.getTime())).toEqual([rows[0]?.first.getTime()]);
});

test('a finish that takes too long after a confirmed effect is tried again and not parked', async () => {
  const never = gate();
  let isSlow = true;
  const operation = answeringOperation();
  const definition = phasedDefinition(
    async (run) => {
      await run.external('call', { operation, request: {} });
      return run.finish(async () => {
        if (isSlow) await never.opened;
        return 'done';
      });
    },
    [operation],
  );
  const request = phasedRequest();
  expect(await runPhased(engine, request, { definition, input: {} })).toMatchObject({
    refusal: { reason: 'unavailable' },
  });
  expect(await recordOf(request.key)).toMatchObject({ state: 'IN_PROGRESS', parked_reason: null });
  isSlow = false;
  const again = await runPhased(engine, { ...request, isRetry: true }, { definition, input: {} });
  expect(again).toMatchObject({ kind: 'answered', text: '"done"' });
});

test('a call is not made when the machine slept between its intent and its send', async () => {
  const now = Date.now.bind(Date);
  let sleptMs = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => now() + sleptMs);
  onTestFinished(() => void vi.restoreAllMocks());
  const performed: string[] = [];
  const operation = answeringOperation({
    perform: async ({ downstreamKey }) => {
      performed.push(downstreamKey);
      return { answer: 'succeeded', providerId: 'p_1', raw: '{}' };
    },
  });
  // Read for the intent, so after the clock was started and before the send.
  Object.defineProperty(operation, 'keyWindowMs', {
    get: () => {
      sleptMs = 3_600_000;
      return Number.POSITIVE_INFINITY;
    },
  });
  const definition = phasedDefinition(
    async (run) => {
      await run.external('call', { operation, request: {} });
      return run.finish(async () => 'done');
    },
    [operation],
  );
  const request = phasedRequest();
  expect(await runPhased(engine, request, { definition, input: {} })).toMatchObject({
    refusal: { reason: 'in_flight' },
  });
  expect(performed).toEqual([]);
  const { rows } = await shop.observer.query(
    `SELECT event FROM record_event e JOIN idempotency_record r ON r.id = e.record_id
     WHERE r.key = $1 AND event = 'call_stopped'`,
    [request.key],
  );
  expect(rows).toHaveLength(1);
});
