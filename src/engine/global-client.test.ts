import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { gate, meeting } from '../testing/gate.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let engine: TestEngine | undefined;

afterEach(async () => {
  await engine?.close();
  engine = undefined;
  expect(await violatedInvariants(shop.url, { stock: {} })).toEqual([]);
});

const REFUSED = /used the global database client/;

describe.each([1, 2, 10])('with a pool of %i', (size) => {
  test('the global client inside a run is refused at once, so that no pool of runs waits for itself', async () => {
    // The last one waits until all the others have connected, claimed and been refused.
    const opened = openEngine(shop.url, { pool: { size, acquireTimeoutMs: 20_000 } });
    engine = opened;
    const everybodyRuns = meeting(size);
    // One more than there are connections; the last one starts when another has ended.
    const requests = Array.from({ length: size + 1 }, () => keyed());
    let arrivals = 0;
    const ends = await Promise.allSettled(
      requests.map((request) =>
        run(opened, request, async (tx) => {
          await tx.product.create({
            data: { sku: randomUUID(), name: 'Tea', priceCents: 1, currency: 'EUR', stock: 1 },
          });
          arrivals += 1;
          if (arrivals <= size) await everybodyRuns();
          return await opened.database.prisma.product.count();
        }),
      ),
    );
    for (const end of ends) {
      expect(end.status).toBe('rejected');
      expect(String(end.status === 'rejected' && end.reason)).toMatch(REFUSED);
    }
    expect((await shop.observer.query('SELECT sku FROM product')).rows).toEqual([]);
    // Every connection came back, and every key is free.
    for (const request of requests) {
      expect(await run(opened, request, async () => 'ran')).toMatchObject({ kind: 'answered', replayed: false });
    }
  });
});

test.each([
  ['a query of the pool', (opened: TestEngine) => opened.database.pool.query('SELECT 1')],
  ['raw SQL of the global client', (opened: TestEngine) => opened.database.prisma.$queryRaw`SELECT 1`],
  ['a transaction of its own', (opened: TestEngine) => opened.database.prisma.$transaction(async () => 1)],
])('%s inside a run is refused, even when its error is swallowed', async (_what, use) => {
  const opened = openEngine(shop.url);
  engine = opened;
  let refusal: unknown;
  const result = await run(opened, keyed(), async () => {
    await use(opened).then(
      () => {},
      (error: unknown) => {
        refusal = error;
      },
    );
    return 'done';
  });
  expect(String(refusal)).toMatch(REFUSED);
  // Nothing was written outside of the transaction, so there is nothing to undo.
  expect(result).toMatchObject({ kind: 'answered', text: '"done"' });
});

test('the global client works again when the run is over, in the same asynchronous context', async () => {
  const opened = openEngine(shop.url, { pool: { size: 1 } });
  engine = opened;
  const over = gate();
  let later: Promise<number> | undefined;
  await run(opened, keyed(), async () => {
    later = over.opened.then(() => opened.database.prisma.product.count());
    return 'done';
  });
  over.open();
  expect(await later).toBeGreaterThanOrEqual(0);
});
