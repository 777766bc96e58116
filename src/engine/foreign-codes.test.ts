import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sqlStateOf } from '../postgres/sql-state.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { failureOf } from '../testing/failure-of.ts';
import { phasedDefinition, phasedRequest } from '../testing/phased-record.ts';
import { useShop } from '../testing/shop.ts';
import type { PhasedDefinition, Run } from './phased/definition.ts';
import { runPhased } from './phased/run-phased.ts';

const shop = useShop();
let engine: TestEngine;
beforeAll(async () => {
  engine = openEngine(shop.url);
  await shop.observer.query(`
    CREATE TABLE public.sale (sku text);
    CREATE FUNCTION public.refuse_sale() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'no sale' USING ERRCODE = 'LK001'; END $$`);
});
afterAll(() => engine.close());

const TRIGGERS = {
  'at once': 'CREATE TRIGGER refuse AFTER INSERT ON public.sale FOR EACH ROW EXECUTE FUNCTION public.refuse_sale()',
  'at COMMIT': `CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON public.sale DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION public.refuse_sale()`,
} as const;

/** Makes the trigger until the end of the test, or until it is called off. */
async function refusing(sql: string, table = 'public.sale'): Promise<() => Promise<unknown>> {
  await shop.observer.query(sql);
  const drop = () => shop.observer.query(`DROP TRIGGER IF EXISTS refuse ON ${table}`);
  onTestFinished(async () => void (await drop()));
  return drop;
}

const sell = (tx: { $executeRawUnsafe(sql: string): Promise<number> }) =>
  tx.$executeRawUnsafe(`INSERT INTO public.sale VALUES ('tea')`);

const start = (key: string, definition: PhasedDefinition) =>
  runPhased(engine, phasedRequest(key), { definition, input: {} });

const recordOf = async (key: string) =>
  (
    await shop.observer.query(
      'SELECT state, attempt, lease_expires_at <= now() AS free FROM idempotency_record WHERE key = $1',
      [key],
    )
  ).rows;

const PARTS: Readonly<Record<string, (run: Run) => ReturnType<Run['finish']>>> = {
  'a phased local step': async (run) => {
    await run.local('sell', sell);
    return await run.finish(async () => 'sold');
  },
  'a phased finish': (run) => run.finish(sell),
};

describe.each(Object.entries(TRIGGERS))('a trigger of the business that raises our own code %s', (_when, trigger) => {
  test.each(Object.entries(PARTS))(
    'in %s is a bug of the work: told as one, and the key is free',
    async (_part, steps) => {
      const stop = await refusing(trigger);
      const key = randomUUID();
      const failure = await failureOf(() => start(key, phasedDefinition(steps)));
      expect(sqlStateOf(failure)).toBe('LK001');
      expect(await recordOf(key)).toEqual([]);
      await stop();
      expect(await start(key, phasedDefinition(steps))).toMatchObject({ kind: 'answered', replayed: false });
    },
  );

  test('behind a committed step is a bug of the work: the run goes on later, and nobody else is said to own it', async () => {
    const stop = await refusing(trigger);
    const key = randomUUID();
    const definition = phasedDefinition(async (steps) => {
      await steps.local('price', async () => 500);
      return await steps.finish(sell);
    });
    expect(sqlStateOf(await failureOf(() => start(key, definition)))).toBe('LK001');
    expect(await recordOf(key)).toEqual([{ state: 'IN_PROGRESS', attempt: 1, free: true }]);
    const { rows } = await shop.observer.query(
      `SELECT e.event FROM record_event e JOIN idempotency_record r ON r.id = e.record_id WHERE r.key = $1 ORDER BY e.id`,
      [key],
    );
    expect(rows.map(({ event }) => event)).toEqual(['claimed', 'step_committed', 'yielded']);
    await stop();
  });

  test('in a transactional run is a bug of the work: told as one, and the key is free', async () => {
    const stop = await refusing(trigger);
    const request = keyed();
    expect(sqlStateOf(await failureOf(() => run(engine, request, sell)))).toBe('LK001');
    expect(await recordOf(request.key)).toEqual([]);
    await stop();
    expect(await run(engine, request, sell)).toMatchObject({ kind: 'answered', replayed: false });
  });
});

test('a trigger of the business on our own table that raises our own code is no loss of ownership either', async () => {
  const key = randomUUID();
  const definition = phasedDefinition(async (steps) => {
    await steps.local('price', async () => 500);
    const stop = await refusing(
      `CREATE TRIGGER refuse AFTER UPDATE ON public.idempotency_record FOR EACH ROW
       WHEN (NEW.state = 'COMPLETED') EXECUTE FUNCTION public.refuse_sale()`,
      'public.idempotency_record',
    );
    return await steps.finish(async () => 'sold').finally(stop);
  });
  expect(sqlStateOf(await failureOf(() => start(key, definition)))).toBe('LK001');
  expect(await recordOf(key)).toEqual([{ state: 'IN_PROGRESS', attempt: 1, free: true }]);
});

test('a constraint of the business that is called like the one of our keys is no key that was taken', async () => {
  await shop.observer.query(`
    CREATE SCHEMA theirs;
    CREATE TABLE theirs.idempotency_record (n int, CONSTRAINT idempotency_record_key_scope UNIQUE (n) DEFERRABLE INITIALLY DEFERRED);
    INSERT INTO theirs.idempotency_record VALUES (1)`);
  const request = keyed();
  const work = (tx: Parameters<typeof sell>[0]) =>
    tx.$executeRawUnsafe('INSERT INTO theirs.idempotency_record VALUES (1)');
  expect(sqlStateOf(await failureOf(() => run(engine, request, work)))).toBe('23505');
  expect(await recordOf(request.key)).toEqual([]);
});
