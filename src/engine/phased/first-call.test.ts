import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LookupCall, PerformResult } from '../../idempotency/external-operation.ts';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { gate } from '../../testing/gate.ts';
import { passTime } from '../../testing/pass-time.ts';
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

describe('the key window counts from the first call that may have left', () => {
  const DAY_MS = 86_400_000;
  const NEVER: PerformResult = { answer: 'never_sent', why: 'refused' };
  const CUT: PerformResult = { answer: 'unclear', why: 'cut off', replayedServerError: false };

  /** A call that ends so on its first, second, ... attempt, and what its look-ups were asked. */
  const calls = (...answers: PerformResult[]) => {
    const looked: LookupCall<unknown>[] = [];
    const operation = answeringOperation({
      keyWindowMs: DAY_MS,
      perform: async () => answers.shift() ?? { answer: 'succeeded', providerId: 'p_1', raw: '{}' },
      lookup: async (call) => {
        looked.push(call);
        return { found: 'absent', raw: '{}' };
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
    const attempt = (isRetry = true) => runPhased(engine, { ...request, isRetry }, { definition, input: {} });
    const pass = (ms: number) => passTime(shop.observer, request.key, ms);
    const reference = async () =>
      (
        await shop.observer.query(
          `SELECT e.calls, e.never_left, e.state, e.first_call_at = e.last_call_at AS "isAnew",
             (extract(epoch FROM e.key_window_ends_at - clock_timestamp()) * 1000)::float8 AS "windowMs", e.first_call_at AS first
           FROM external_reference e JOIN idempotency_record r ON r.id = e.record_id WHERE r.key = $1`,
          [request.key],
        )
      ).rows[0];
    return { looked, attempt, pass, reference };
  };

  test('a provider that refused the call for days is called as if for the first time, and look-ups count from there', async () => {
    const { looked, attempt, pass, reference } = calls(NEVER, NEVER, CUT);
    await attempt(false);
    await pass(3 * DAY_MS);
    await attempt();
    expect(await reference()).toMatchObject({ calls: 2, never_left: 2, state: 'absent', isAnew: true });
    await pass(3 * DAY_MS);
    expect(await attempt()).toMatchObject({ kind: 'refused', refusal: { reason: 'in_flight' } });
    const now = await reference();
    expect(now).toMatchObject({ calls: 3, never_left: 2, isAnew: true });
    expect(now.windowMs).toBeGreaterThan(DAY_MS - 3_600_000 - 60_000);
    // Within the second of clock and time-out by which an unanswered call is put early.
    expect(Math.abs((looked[0]?.firstCallAt.getTime() ?? 0) - now.first.getTime())).toBeLessThan(60_000);
    await pass(60_000);
    expect(await attempt()).toMatchObject({ kind: 'answered', outcome: 'success' });
  });

  test('a look-up counts from the first call under the key, however late the last one was', async () => {
    const { looked, attempt, pass, reference } = calls(CUT, CUT);
    await attempt(false);
    await pass(3 * 3_600_000);
    await attempt();
    await pass(60_000);
    await attempt();
    const { first } = await reference();
    // The minute that passed before the last look was taken off the time that it read.
    expect(looked.at(-1)?.firstCallAt.getTime()).toBe(first.getTime());
    expect(looked).toHaveLength(4);
    expect(looked[2]?.firstCallAt.getTime()).toBe(first.getTime() + 60_000);
  });

  test.each([
    ['ended unclear', CUT],
    ['was cut off with its process', null],
  ])('a call that %s may have left: the window runs from it, however many never left after it', async (_how, first) => {
    const { attempt, pass, reference } = calls(...(first ? [first] : []), NEVER, NEVER);
    if (first) await attempt(false);
    else {
      // The intent is committed, and the answer that settles it never is.
      await attempt(false);
      await shop.observer.query(
        `UPDATE external_reference SET state = 'intended', settled_at = NULL, next_look_at = NULL, never_left = 0
         WHERE state = 'absent' AND calls = 1 AND never_left = 1`,
      );
    }
    const { first: begun } = await reference();
    await pass(60_000);
    await attempt();
    expect(await reference()).toMatchObject({ calls: 2, never_left: 1, state: 'absent', isAnew: false });
    const moved = await reference();
    expect(begun.getTime() - moved.first.getTime()).toBe(60_000);
    await pass(DAY_MS);
    expect(await attempt()).toMatchObject({ kind: 'refused', refusal: { reason: 'outcome_unknown' } });
    expect(await reference()).toMatchObject({ calls: 2, isAnew: false });
  });
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
  await passTime(shop.observer, request.key, 60_000);
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
  const definition = phasedDefinition(
    async (run) => {
      await run.external('call', { operation, request: {} });
      return run.finish(async () => 'done');
    },
    [operation],
  );
  // Read for the intent, so after the clock was started and before the send.
  Object.defineProperty(operation, 'keyWindowMs', {
    get: () => {
      sleptMs = 3_600_000;
      return Number.POSITIVE_INFINITY;
    },
  });
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
