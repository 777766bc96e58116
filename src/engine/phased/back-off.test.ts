import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { LookupResult, PerformResult } from '../../idempotency/external-operation.ts';
import { refuse } from '../../idempotency/refusal.ts';
import { keyed, openEngine, type TestEngine } from '../../testing/engine.ts';
import { passHours, passTime } from '../../testing/pass-time.ts';
import { answeringOperation, PHASED, phasedDefinition } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';
import { completeOnce } from './completer.ts';
import { runPhased } from './run-phased.ts';

const shop = useShop();
let engine: TestEngine;
let scope: string;
beforeAll(async () => {
  engine = openEngine(shop.url);
  ({ accountId: scope } = await shop.addAccount());
});
afterAll(() => engine.close());

const DAY_MS = 86_400_000;
const CUT: PerformResult = { answer: 'unclear', why: 'cut off', replayedServerError: false };
const STORED_500: PerformResult = { answer: 'unclear', why: 'a stored 500', replayedServerError: true };
const ABSENT: LookupResult = { found: 'absent', raw: '{}' };
const DOWN: LookupResult = { found: 'cannot_tell', why: 'down' };
const PENDING: LookupResult = { found: 'pending', providerId: 'p_1', raw: '{}' };

/** A run of one call at a provider that answers as told, and everything that is asked of it. */
const scene = (says: { perform: () => PerformResult; lookup: () => LookupResult }) => {
  const seen = { calls: 0, looks: 0 };
  const operation = answeringOperation({
    keyWindowMs: DAY_MS,
    perform: async () => {
      seen.calls += 1;
      return says.perform();
    },
    lookup: async () => {
      seen.looks += 1;
      return says.lookup();
    },
  });
  const definition = phasedDefinition(
    async (run) => {
      const charge = await run.external('charge', { operation, request: {} });
      if (charge.status === 'declined') return run.refuse(async () => {}, refuse('declined', 402, charge.message));
      return run.finish(async () => 'done');
    },
    [operation],
  );
  const key = randomUUID();
  // A round of another test would enter it by that test's code.
  onTestFinished(() => shop.observer.query('DELETE FROM idempotency_record WHERE key = $1', [key]).then(() => {}));
  const start = (isRetry = false) =>
    runPhased(engine, keyed({ procedure: PHASED, scope, key, isRetry }), { definition, input: {} });
  const round = () => completeOnce(engine, new Map([[PHASED, definition]]));
  const record = async () =>
    (await shop.observer.query('SELECT * FROM idempotency_record WHERE key = $1', [key])).rows[0];
  const events = async (): Promise<{ event: string; detail: string | null }[]> =>
    (
      await shop.observer.query(
        `SELECT e.event, e.detail FROM record_event e JOIN idempotency_record r ON r.id = e.record_id
         WHERE r.key = $1 ORDER BY e.id`,
        [key],
      )
    ).rows;
  const pass = (ms: number) => passTime(shop.observer, key, ms);
  const hour = (go: () => Promise<unknown> = round) => passHours({ pool: shop.observer, key, hours: 1 }, go);
  return { seen, key, start, round, record, events, pass, hour };
};

/** Looks of an hour that begins with the pause after so many waits: 2, 4, 8, ... 512 s, then every 600 s. */
const looksOfAnHour = (waits: number): number => {
  let looks = 0;
  for (let leftS = 3_600, wait = waits; ; wait += 1, looks += 1) {
    leftS -= Math.min(2 * 2 ** wait, 600);
    if (leftS < 0) return looks;
  }
};

test('the documented pace makes thirteen look-ups of the first hour', () => {
  expect(looksOfAnHour(0)).toBe(13);
});

describe('over an hour an unknown record costs its provider the look-ups of the documented pace and no call, and stays the attempt it was', () => {
  const same = async (what: ReturnType<typeof scene>) => {
    const [before, seenBefore] = [await what.record(), { ...what.seen }];
    const eventsBefore = (await what.events()).length;
    expect(before.state).toBe('UNKNOWN');
    await what.hour();
    const after = await what.record();
    expect(after).toMatchObject({ state: 'UNKNOWN', attempt: before.attempt, parked_reason: null });
    expect(what.seen.calls).toBe(seenBefore.calls);
    expect(what.seen.looks - seenBefore.looks).toBe(looksOfAnHour(before.waits - 1));
    const told = (await what.events()).slice(eventsBefore);
    expect(told.map(({ event }) => event)).toEqual(Array(told.length).fill('looked_up'));
    // At the cap a look-up that says the same again tells nothing new.
    expect(told.length).toBeLessThan(looksOfAnHour(before.waits - 1));
    expect(told.length).toBeGreaterThan(5);
    return told;
  };

  test('absent, and the provider may have forgotten the key', async () => {
    const what = scene({ perform: () => CUT, lookup: () => ABSENT });
    await what.start();
    await what.pass(DAY_MS);
    await what.round();
    const told = await same(what);
    expect(told[0]?.detail).toMatch(/its key window is closed.* Stays unknown; next look-up in 8 s\./);
  });

  test('three ordinals spent on server errors that the provider has stored', async () => {
    const what = scene({ perform: () => STORED_500, lookup: () => ABSENT });
    await what.start();
    expect(what.seen.calls).toBe(3);
    const told = await same(what);
    expect(told[0]?.detail).toMatch(/three ordinals|3 ordinals/i);
  });

  test('a call that never left, whose earlier one may have, when the key window is closed', async () => {
    const answers = [CUT, { answer: 'never_sent', why: 'refused' } as const];
    const what = scene({ perform: () => answers.shift() ?? CUT, lookup: () => ABSENT });
    await what.start();
    await what.pass(60_000);
    await what.start(true);
    expect(what.seen.calls).toBe(2);
    await what.pass(DAY_MS);
    await what.round();
    await same(what);
  });

  test('look-ups that are down', async () => {
    const what = scene({ perform: () => CUT, lookup: () => DOWN });
    await what.start();
    await same(what);
  });

  test('an effect that is pending, once nobody could tell', async () => {
    let found: LookupResult = DOWN;
    const what = scene({ perform: () => CUT, lookup: () => found });
    await what.start();
    found = PENDING;
    await same(what);
  });
});

test('a look-up that lets the run go on and then cannot tell does not begin the back-off anew', async () => {
  let turn = 0;
  // The look-up of the completer lets the run go on; the run's own one cannot tell.
  const what = scene({ perform: () => CUT, lookup: () => (turn++ % 2 === 0 ? DOWN : ABSENT) });
  await what.start();
  await what.pass(60_000);
  expect(await what.record()).toMatchObject({ state: 'UNKNOWN' });
  await what.hour();
  expect(what.seen.looks).toBeLessThanOrEqual(2 * looksOfAnHour(0));
  expect(await what.record()).toMatchObject({ state: 'UNKNOWN', parked_reason: null });
});

test('a provider that says pending for an hour is asked no oftener than that, also by a client that repeats', async () => {
  for (const byClient of [false, true]) {
    const what = scene({ perform: () => CUT, lookup: () => PENDING });
    await what.start();
    const before = what.seen.looks;
    await what.hour(byClient ? () => what.start(true) : undefined);
    expect(what.seen).toMatchObject({ calls: 1 });
    expect(what.seen.looks - before).toBeLessThanOrEqual(looksOfAnHour(0));
    expect(await what.record()).toMatchObject({ state: 'IN_PROGRESS', parked_reason: null });
  }
});

test('once the provider can tell, an unknown record ends, however long it was unknown', async () => {
  let found: LookupResult = DOWN;
  const what = scene({ perform: () => CUT, lookup: () => found });
  await what.start();
  await what.hour();
  found = { found: 'succeeded', providerId: 'p_1', amount: null, account: null, raw: '{}' };
  await what.pass(600_000);
  expect(await what.round()).toMatchObject({ reopened: 1, completed: 1 });
  expect(await what.record()).toMatchObject({ state: 'COMPLETED', outcome: 'success' });
});

test('an operation that this build no longer has leaves an unknown record unknown, says so, and is reported', async () => {
  const what = scene({ perform: () => CUT, lookup: () => DOWN });
  await what.start();
  const other = phasedDefinition((run) => run.finish(async () => 'done'), [answeringOperation({ operation: 'other' })]);
  await what.pass(2_000);
  const faults = engine.faults.length;
  await completeOnce(engine, new Map([[PHASED, other]]));
  expect(await what.record()).toMatchObject({ state: 'UNKNOWN', attempt: 1 });
  expect((await what.events()).at(-1)?.detail).toMatch(/no operation test.call of test/);
  expect(engine.faults.length).toBe(faults + 1);
});

describe('a client’s repeats', () => {
  test('cannot outrun the back-off: fifteen at once take nothing over and ask the provider nothing, and one may once it is due', async () => {
    const what = scene({ perform: () => CUT, lookup: () => PENDING });
    const first = await what.start();
    expect(first).toMatchObject({ kind: 'refused', refusal: { reason: 'in_flight' } });
    const before = { ...what.seen };
    const repeats = await Promise.all(Array.from({ length: 15 }, () => what.start(true)));
    for (const repeat of repeats) expect(repeat).toMatchObject({ kind: 'refused', refusal: { reason: 'in_flight' } });
    expect(what.seen).toEqual(before);
    expect((await what.record()).attempt).toBe(1);
    await what.pass(2_000);
    await Promise.all(Array.from({ length: 15 }, () => what.start(true)));
    expect(what.seen).toEqual({ calls: 1, looks: before.looks + 1 });
    expect((await what.record()).attempt).toBe(2);
  });

  test('are told when the next try is due', async () => {
    const what = scene({ perform: () => CUT, lookup: () => PENDING });
    const first = await what.start();
    const again = await what.start(true);
    const told = [first, again].map((result) => (result.kind === 'refused' ? result.refusal.retryAfterMs : undefined));
    expect(told[0]).toBeGreaterThan(1_000);
    expect(told[1]).toBeGreaterThan(250);
    expect(told[1]).toBeLessThanOrEqual(told[0] ?? 0);
  });
});
