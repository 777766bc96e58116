import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuse } from '../../idempotency/refusal.ts';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { failureOf } from '../../testing/failure-of.ts';
import { answeringOperation, phasedDefinition, phasedRequest } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';
import type { Ended, PhasedDefinition, Run } from './definition.ts';
import { runPhased } from './run-phased.ts';

const shop = useShop();
let engine: TestEngine;
beforeAll(() => {
  engine = openEngine(shop.url);
});
afterAll(() => engine.close());

type Work = (run: Run) => Promise<Ended<unknown>>;

const start = (work: Work, key: string = randomUUID(), definition: Partial<PhasedDefinition> = {}) =>
  runPhased(engine, phasedRequest(key), { definition: { ...phasedDefinition(work), ...definition }, input: {} });

const lapse = (key: string) =>
  shop.observer.query(
    'UPDATE idempotency_record SET lease_expires_at = clock_timestamp(), next_try_at = clock_timestamp() WHERE key = $1',
    [key],
  );

const recordOf = async (key: string) =>
  (await shop.observer.query('SELECT * FROM idempotency_record WHERE key = $1', [key])).rows[0];

const call = (calls: string[]) => ({
  operation: answeringOperation({
    perform: async ({ downstreamKey }) => {
      calls.push(downstreamKey);
      return { answer: 'succeeded', providerId: 'p_1', raw: '{}' };
    },
  }),
  request: { amountCents: 500 },
});

const done = async () => 'done';
const nothing = async () => {};

describe('a run that is written wrongly is told so in a sentence, and frees the key', () => {
  const wrong: readonly (readonly [string, Work, RegExp])[] = [
    [
      'a step inside a step',
      async (run) => {
        await run.local('outer', () => run.local('inner', done));
        return await run.finish(done);
      },
      /"inner" was begun inside step "outer"/,
    ],
    [
      'a call inside a local step, whose transaction it would outlive',
      async (run) => {
        await run.local('outer', () => run.external('charge', call([])));
        return await run.finish(done);
      },
      /"charge" was begun inside step "outer"/,
    ],
    [
      'the end inside a step',
      async (run) => {
        await run.local('outer', () => run.finish(done));
        return await run.finish(done);
      },
      /end of the run was begun inside step "outer"/,
    ],
    ['no end', async () => undefined as never, /ended without run.finish or run.refuse/],
    [
      'a refusal returned by finish',
      (run) => run.finish(async () => refuse('no', 409, 'No.')),
      /finish may not refuse/,
    ],
  ];
  test.each(wrong)('%s', async (_what, work, sentence) => {
    const key = randomUUID();
    expect(String(await failureOf(() => start(work, key)))).toMatch(sentence);
    expect(await recordOf(key)).toBeUndefined();
  });

  test('two steps of one name: the first is committed, so the key stays', async () => {
    const key = randomUUID();
    const work: Work = async (run) => {
      await run.local('pay', done);
      await run.local('pay', done);
      return await run.finish(done);
    };
    expect(String(await failureOf(() => start(work, key)))).toMatch(/Two steps are named "pay"/);
    expect(await recordOf(key)).toMatchObject({ state: 'IN_PROGRESS', step: 'pay', parked_reason: null });
  });
});

test('a step whose failure is caught ends the attempt all the same: nothing is refused or finished behind it', async () => {
  const key = randomUUID();
  const work: Work = async (run) => {
    const operation = answeringOperation({
      perform: async () => ({ answer: 'unclear', why: 'cut', replayedServerError: false }),
      lookup: async () => ({ found: 'cannot_tell', why: 'down' }),
    });
    try {
      await run.external('charge', { operation, request: {} });
    } catch {
      return await run.refuse(nothing, refuse('failed', 409, 'The card could not be charged.'));
    }
    return await run.finish(done);
  };
  expect(await start(work, key)).toMatchObject({ kind: 'refused', refusal: { reason: 'outcome_unknown' } });
  expect(await recordOf(key)).toMatchObject({ state: 'UNKNOWN', outcome: null });
});

test('a step that is begun and not awaited keeps the run from ending', async () => {
  const work: Work = async (run) => {
    void run.local('slow', (tx) => tx.$queryRaw`SELECT 1 FROM pg_sleep(0.05)`.then(done)).catch(() => {});
    return await run.finish(done);
  };
  expect(String(await failureOf(() => start(work)))).toMatch(/end of the run was begun inside step "slow"/);
});

describe('a record whose steps the deployed code no longer has is parked, and nothing is called', () => {
  const dead: Work = () => Promise.reject(new Error('The process died.'));

  /** Runs the old code until it fails, then the new one as a takeover. */
  const deploy = async (old: Work, now: Work, definition: Partial<PhasedDefinition> = {}) => {
    const key = randomUUID();
    await failureOf(() => start(old, key));
    await lapse(key);
    const answer = await start(now, key, definition);
    return { answer, record: await recordOf(key) };
  };
  const isParked = ({ answer, record }: Awaited<ReturnType<typeof deploy>>, why: RegExp) => {
    expect(answer).toMatchObject({ kind: 'refused', refusal: { reason: 'outcome_unknown' } });
    expect(record).toMatchObject({ state: 'IN_PROGRESS', parked_reason: expect.stringMatching(why) });
  };
  const reserved: Work = async (run) => {
    await run.local('reserve', done);
    return await dead(run);
  };
  const lost = { perform: () => Promise.reject(new Error('The process died.')) };

  test('a committed step renamed', async () => {
    const work: Work = async (run) => {
      await run.local('take the right', done);
      return await run.finish(done);
    };
    isParked(await deploy(reserved, work), /stored as local "reserve".*local "take the right"/);
  });

  test('a committed step removed', async () => {
    isParked(await deploy(reserved, (run) => run.finish(done)), /"reserve".*end of the run/);
    isParked(await deploy(reserved, (run) => run.refuse(nothing, refuse('no', 409, 'No.'))), /"reserve"/);
  });

  test('a begun call renamed, which would be made a second time under another key', async () => {
    const calls: string[] = [];
    const old: Work = async (run) => {
      await run.external('charge', { operation: answeringOperation(lost), request: {} });
      return await run.finish(done);
    };
    const now: Work = async (run) => {
      await run.external('charge the card', call(calls));
      return await run.finish(done);
    };
    isParked(await deploy(old, now), /call "charge" was begun.*external "charge the card"/);
    isParked(await deploy(old, (run) => run.finish(done)), /call "charge" was begun.*end of the run/);
    isParked(
      await deploy(old, async (run) => {
        await run.local('new', done);
        return await run.finish(done);
      }),
      /call "charge" was begun.*local "new"/,
    );
    expect(calls).toEqual([]);
  });

  test('a begun call that now goes to another provider', async () => {
    const calls: string[] = [];
    const operation = answeringOperation({ provider: 'old bank', ...lost });
    const old: Work = async (run) => {
      await run.external('charge', { operation, request: {} });
      return await run.finish(done);
    };
    const now: Work = async (run) => {
      await run.external('charge', call(calls));
      return await run.finish(done);
    };
    const key = randomUUID();
    await failureOf(() => start(old, key, { operations: [operation] }));
    await lapse(key);
    isParked({ answer: await start(now, key), record: await recordOf(key) }, /begun as test.call of old bank/);
    expect(calls).toEqual([]);
  });

  test('a result of an older version without an upcast, or with one that fails', async () => {
    const now: Work = async (run) => run.finish(async () => run);
    isParked(await deploy(reserved, now, { version: 2 }), /version 1 of test.phased; this build has version 2/);
    const upcast = () => {
      throw new Error('no amount in it');
    };
    isParked(await deploy(reserved, now, { version: 2, upcast }), /could not be upcast: no amount in it/);
  });
});

test('a stored result of an older version goes on when the definition upcasts it', async () => {
  const key = randomUUID();
  const reserve = async (run: Run) => await run.local<unknown>('reserve', async () => ({ cents: 500 }));
  await failureOf(() => start((run) => reserve(run).then(() => Promise.reject(new Error('The process died.'))), key));
  await lapse(key);
  const upcast: PhasedDefinition['upcast'] = ({ step, version, value }) =>
    step === null ? value : { amount: { value, version } };
  const answer = await start((run) => reserve(run).then((right) => run.finish(async () => right)), key, {
    version: 2,
    upcast,
  });
  expect(answer).toMatchObject({ kind: 'answered', text: '{"amount":{"value":{"cents":500},"version":1}}' });
});

test('a refusal and what it undoes are one transaction: when the undo fails, nothing is refused', async () => {
  const key = randomUUID();
  const sku = await shop.addProduct(5);
  const take = (run: Run) =>
    run.local('reserve', (tx) => tx.product.update({ where: { sku }, data: { stock: 4 }, select: { stock: true } }));
  const answerOf = (undo: () => Promise<void>) =>
    start(async (run) => {
      await take(run);
      const undone = async (tx: Parameters<Parameters<Run['refuse']>[0]>[0]) => {
        await tx.product.update({ where: { sku }, data: { stock: 5 } });
        await undo();
      };
      return await run.refuse(undone, refuse('sold_out', 409, 'Sold out.'));
    }, key);
  expect(String(await failureOf(() => answerOf(() => Promise.reject(new Error('The undo failed.')))))).toMatch(/undo/);
  expect(await shop.stockOf(sku)).toBe(4);
  expect(await recordOf(key)).toMatchObject({ state: 'IN_PROGRESS', outcome: null });
  await lapse(key);
  expect(await answerOf(nothing)).toMatchObject({ kind: 'answered', outcome: 'refusal' });
  expect(await shop.stockOf(sku)).toBe(5);
});

test('a bug before anything was committed frees the key, and one after a committed step does not', async () => {
  const [before, after] = [randomUUID(), randomUUID()];
  const bug = () => Promise.reject(new Error('A bug.'));
  await failureOf(() => start((run) => run.local('first', bug).then(bug), before));
  expect(await recordOf(before)).toBeUndefined();
  await failureOf(() => start((run) => run.local('first', done).then(bug), after));
  expect(await recordOf(after)).toMatchObject({ state: 'IN_PROGRESS', step: 'first' });
  expect(await start((run) => run.finish(done), before)).toMatchObject({ kind: 'answered', replayed: false });
});
