import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refuse } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { evilTwins } from '../testing/evil-twins.ts';
import { phasedDefinition, phasedRequest } from '../testing/phased-record.ts';
import { useShop } from '../testing/shop.ts';
import { runPhased } from './phased/run-phased.ts';

const shop = useShop();
let engine: TestEngine;
beforeAll(async () => {
  engine = openEngine(shop.url);
  await shop.observer.query(evilTwins('t1'));
});
afterAll(() => engine.close());

const SOLD_OUT = refuse('sold_out', 409, 'There is none left.');

/** What the work says of its session; each may come before its writes or behind them. */
const ACTS = [
  'SET LOCAL search_path = t1, public',
  'SET LOCAL search_path = t1, pg_catalog, public',
  'SET search_path = t1, pg_catalog, public',
  "SELECT pg_catalog.set_config('search_path', 't1, pg_catalog', true)",
  "SELECT pg_catalog.set_config('search_path', 't1, pg_catalog, public', false)",
  'SET LOCAL search_path = pg_temp, t1, pg_catalog',
  "SET LOCAL search_path = ''",
  ...['idempotency_record', 'run_step', 'record_event', 'external_reference'].map(
    (table) => `CREATE TEMP TABLE IF NOT EXISTS ${table} (LIKE public.${table} INCLUDING DEFAULTS) ON COMMIT DROP`,
  ),
] as const;

/** One unit of stock, by names that no session can turn. */
const take = (tx: Tx, sku: string) =>
  tx.$executeRawUnsafe(
    `UPDATE public.product SET stock = stock OPERATOR(pg_catalog.-) 1 WHERE sku OPERATOR(pg_catalog.=) $1`,
    sku,
  );

const say = async (tx: Tx, acts: readonly string[]): Promise<void> => {
  for (const act of acts) await tx.$executeRawUnsafe(act);
};

type Kind = 'a transactional run' | 'a phased local step' | 'a phased finish' | 'a phased undo';
const KINDS: readonly Kind[] = ['a transactional run', 'a phased local step', 'a phased finish', 'a phased undo'];

/** Takes one unit under a key, in a work of this kind that says these things before its write and behind it. */
function begin(kind: Kind, sku: string, before: readonly string[], behind: readonly string[]) {
  const work = async (tx: Tx): Promise<string> => {
    await say(tx, before);
    await take(tx, sku);
    await say(tx, behind);
    return 'taken';
  };
  const key = randomUUID();
  if (kind === 'a transactional run')
    return { key, start: (isRetry: boolean) => run(engine, keyed({ key, isRetry }), work) };
  const definition = phasedDefinition(async (phased) => {
    if (kind === 'a phased local step') await phased.local('take', work);
    if (kind === 'a phased undo') return await phased.refuse(async (tx) => void (await work(tx)), SOLD_OUT);
    return await phased.finish((tx) => (kind === 'a phased finish' ? work(tx) : Promise.resolve('taken')));
  });
  return {
    key,
    start: (isRetry: boolean) => runPhased(engine, { ...phasedRequest(key), isRetry }, { definition, input: {} }),
  };
}

async function expectOneEffect(kind: Kind, before: readonly string[], behind: readonly string[]): Promise<void> {
  const sku = await shop.addProduct(10);
  const { key, start } = begin(kind, sku, before, behind);
  const first = await start(false);
  expect(first).toMatchObject({ kind: 'answered', replayed: false });
  for (const isRetry of [true, false]) expect(await start(isRetry)).toEqual({ ...first, replayed: true });
  expect(await shop.stockOf(sku)).toBe(9);
  const { rows } = await shop.observer.query(
    `SELECT state, completed_at > now() - interval '1 hour' AS "isNow", answer_expires_at > now() AS "isKept",
       (SELECT count(*)::int FROM public.run_step s WHERE s.record_id = r.id) AS steps
     FROM public.idempotency_record r WHERE key = $1`,
    [key],
  );
  expect(rows).toEqual([
    { state: 'COMPLETED', isNow: true, isKept: true, steps: kind === 'a phased local step' ? 1 : 0 },
  ]);
  expect(await evilRows()).toEqual([{ rows: 0 }]);
}

const evilRows = async () =>
  (
    await shop.observer.query(`SELECT ((SELECT count(*) FROM t1.idempotency_record) + (SELECT count(*) FROM t1.run_step)
      + (SELECT count(*) FROM t1.record_event) + (SELECT count(*) FROM t1.external_reference))::int AS rows`)
  ).rows;

describe.each(KINDS)('%s has one effect and one record, replayed, when its work says', (kind) => {
  test.each(ACTS)('%s', async (act) => {
    await expectOneEffect(kind, [act], []);
    await expectOneEffect(kind, [], [act]);
  });
});

test('whatever a work says of its session, in any order, it has one effect and one record', async () => {
  const acts = fc.subarray([...ACTS]).chain((some) => fc.shuffledSubarray(some, { minLength: some.length }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...KINDS), acts, acts, (kind, before, behind) =>
      expectOneEffect(kind, before, behind),
    ),
    { numRuns: 30 },
  );
});

test('a deferred trigger of the business still runs under the search_path that its work set', async () => {
  await shop.observer.query(`
    CREATE SCHEMA t2;
    CREATE TABLE t2.noted (sku pg_catalog.text);
    CREATE TABLE public.sale (sku pg_catalog.text);
    CREATE FUNCTION public.note_sale() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO noted VALUES (NEW.sku); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER note_sale AFTER INSERT ON public.sale DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION public.note_sale()`);
  await run(engine, keyed(), async (tx) => {
    await tx.$executeRawUnsafe('SET LOCAL search_path = t2, public');
    await tx.$executeRawUnsafe(`INSERT INTO sale VALUES ('tea')`);
  });
  expect((await shop.observer.query('SELECT sku FROM t2.noted')).rows).toEqual([{ sku: 'tea' }]);
});
