import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { gate, meeting } from '../testing/gate.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { useShop } from '../testing/shop.ts';
import { SMALL_LIMITS, SMALL_POOL } from '../testing/small-bounds.ts';

const shop = useShop();
let proxy: PgProxy;
let engine: TestEngine;

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
  engine = openEngine(proxy.url, { pool: SMALL_POOL, limits: SMALL_LIMITS });
  // What Prisma does once per process would count as a silence.
  await engine.database.prisma.product.count();
});
afterAll(async () => {
  await engine.close();
  proxy.close();
});

const take = (tx: Tx, sku: string) => tx.product.update({ where: { sku }, data: { stock: { decrement: 1 } } });
const backendOf = async (tx: Tx): Promise<number> =>
  (await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`)[0]?.pid ?? 0;

/** Every slot of the pool serves a run, all at once: none is lost. */
const expectWholePool = async (): Promise<void> => {
  await vi.waitFor(
    async () => {
      const allThere = meeting(SMALL_POOL.size);
      const results = await Promise.all(
        Array.from({ length: SMALL_POOL.size }, () =>
          run(engine, keyed(), async () => {
            await Promise.race([allThere(), new Promise((resolve) => setTimeout(resolve, 1_000))]);
            return 'done';
          }),
        ),
      );
      expect(results.map(({ kind }) => kind)).toEqual(['answered', 'answered', 'answered']);
    },
    { timeout: 20_000 },
  );
};

/** The same keys are done in the end, each once. */
const expectOnceEach = async (requests: readonly ReturnType<typeof keyed>[], skus: readonly string[]) => {
  for (const [n, request] of requests.entries()) {
    const sku = skus[n] ?? '';
    await vi.waitFor(
      async () => expect(await run(engine, request, (tx) => take(tx, sku))).toMatchObject({ kind: 'answered' }),
      { timeout: 20_000 },
    );
    expect(await shop.stockOf(sku)).toBe(9);
  }
  expect(await violatedInvariants(shop.url, { stock: {} })).toEqual([]);
};

/** As many works as the pool has connections, each with a statement behind it, go silent together by `strike`. */
const goSilent = async (strike: (pids: readonly number[]) => void) => {
  const skus = await Promise.all(Array.from({ length: SMALL_POOL.size }, () => shop.addProduct(10)));
  const requests = skus.map(() => keyed());
  const allThere = meeting(SMALL_POOL.size);
  const struck = gate();
  const pids: number[] = [];
  const works = requests.map((request, n) =>
    run(engine, request, async (tx) => {
      pids.push(await backendOf(tx));
      await allThere();
      if (n === 0) {
        strike(pids);
        struck.open();
      }
      await struck.opened;
      return await take(tx, skus[n] ?? '');
    }),
  );
  return { skus, requests, results: await Promise.all(works) };
};

const UNAVAILABLE = { kind: 'refused', refusal: { reason: 'unavailable', retryAfterMs: expect.any(Number) } };

test('works on every connection that fall silent are answered 503, and the pool is whole again', async () => {
  onTestFinished(() => proxy.hearAgain());
  const { skus, requests, results } = await goSilent(() => proxy.silenceAll());
  for (const result of results) expect(result).toMatchObject(UNAVAILABLE);
  // New connections are mute, too: a caller that comes now gets an answer all the same.
  expect(await run(engine, keyed(), async () => 'done')).toMatchObject(UNAVAILABLE);
  expect(await run(engine, keyed({ isRetry: true }), async () => 'done')).toMatchObject(UNAVAILABLE);
  proxy.hearAgain();
  await expectWholePool();
  await expectOnceEach(requests, skus);
});

test('works whose backends are stopped are answered 503, and the pool is whole again', async () => {
  const stopped: number[] = [];
  const goOn = () => {
    for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
  };
  onTestFinished(goOn);
  const { skus, requests, results } = await goSilent((pids) => {
    for (const pid of pids) {
      stopped.push(pid);
      process.kill(pid, 'SIGSTOP');
    }
  });
  for (const result of results) expect(result).toMatchObject(UNAVAILABLE);
  await expectWholePool();
  goOn();
  await expectOnceEach(requests, skus);
});

describe('silence at the end of a run', () => {
  test.each([
    ['before the server has the COMMIT: 503, and nothing took effect', 'silenceBefore'],
    ['after the server has committed: the stored answer, not a replay', 'silenceAfter'],
  ] as const)('%s', async (_what, silence) => {
    const sku = await shop.addProduct(10);
    const request = keyed();
    const silent = proxy[silence]('COMMIT');
    const result = await run(engine, request, (tx) => take(tx, sku));
    await silent;
    if (silence === 'silenceAfter') expect(result).toMatchObject({ kind: 'answered', replayed: false });
    else expect(result).toMatchObject(UNAVAILABLE);
    await expectWholePool();
    proxy.noticeDeadPeers();
    await expectOnceEach([request], [sku]);
  });

  test('a ROLLBACK that nobody answers is not waited for: the work’s own error is told', async () => {
    const silent = proxy.silenceBefore('ROLLBACK');
    await expect(
      run(engine, keyed(), async () => {
        throw new Error('a bug of the work');
      }),
    ).rejects.toThrow('a bug of the work');
    await silent;
    await expectWholePool();
  });
});

test.each(['SET LOCAL statement_timeout = 0', `SELECT set_config('statement_timeout', '0', false)`])(
  'a work that lifts its statement’s bound (%s) is stopped at the run’s own, on the server too',
  async (lift) => {
    const patient = openEngine(shop.url, { pool: { size: 1 }, limits: { ...SMALL_LIMITS, idleTimeoutMs: 10_000 } });
    onTestFinished(() => patient.close());
    let pid = 0;
    const work = async (tx: Tx) => {
      pid = await backendOf(tx);
      await tx.$queryRawUnsafe(lift);
      return await tx.$queryRaw`SELECT pg_sleep(60)::text`;
    };
    expect(await run(patient, keyed(), work)).toMatchObject(UNAVAILABLE);
    const sleeping = async () =>
      (await shop.observer.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount;
    await vi.waitFor(async () => expect(await sleeping()).toBe(0), { timeout: 20_000 });
    expect(await run(patient, keyed(), async () => 'done')).toMatchObject({ kind: 'answered' });
  },
);

test('a silent connection under a statement without bounds is told to stop on the server, too', async () => {
  let pid = 0;
  const result = await run(engine, keyed(), async (tx) => {
    pid = await backendOf(tx);
    await tx.$executeRaw`SET LOCAL statement_timeout = 0`;
    return await tx.$queryRaw`SELECT pg_sleep(60)::text`;
  });
  expect(result).toMatchObject(UNAVAILABLE);
  const alive = async () => (await shop.observer.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid])).rowCount;
  await vi.waitFor(async () => expect(await alive()).toBe(0), { timeout: 20_000 });
});

test('a database that is closed in the silence closes', async () => {
  const other = await startPgProxy(shop.url);
  const closing = openEngine(other.url, { pool: SMALL_POOL, limits: SMALL_LIMITS });
  await run(closing, keyed({ key: randomUUID(), isRetry: true }), async () => 'done');
  other.silenceAll();
  await closing.close();
  other.close();
});
