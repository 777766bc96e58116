import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let proxy: PgProxy;
let engine: TestEngine;

beforeAll(async () => {
  proxy = await startPgProxy(shop.url);
  engine = openEngine(proxy.url, { limits: { idleTimeoutMs: 2_000 } });
  // What Prisma does once per process would count as a silence of the first run.
  await engine.database.prisma.product.count();
});
afterAll(async () => {
  proxy.close();
  await engine.close();
});

const sessionsInTransaction = async (): Promise<number | null> => {
  const { rowCount } = await shop.observer.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`,
  );
  return rowCount;
};

test.each([
  ['a statement of the work', /INSERT INTO "public"."product"/],
  ['the completion', /INSERT INTO public\.idempotency_record/],
])(
  '%s that comes later than the server waits ends in 503 with nothing written, and the retry in one effect',
  async (_what, late) => {
    const sku = await shop.addProduct(10);
    const request = keyed();
    const work = async (tx: Tx) => {
      await tx.product.update({ where: { sku }, data: { stock: { decrement: 1 } } });
      await tx.product.create({ data: { sku: randomUUID(), name: 'Tea', priceCents: 1, currency: 'EUR', stock: 1 } });
      return 'done';
    };
    const held = proxy.holdBefore(late);
    const running = run(engine, request, work);
    await held.reached;
    await vi.waitFor(async () => expect(await sessionsInTransaction()).toBe(0), { timeout: 20_000 });
    held.release();
    expect(await running).toMatchObject({ kind: 'refused', refusal: { reason: 'unavailable' } });
    expect(await shop.stockOf(sku)).toBe(10);
    const { rows } = await shop.observer.query('SELECT FROM idempotency_record WHERE key = $1', [request.key]);
    expect(rows).toEqual([]);
    expect(await run(engine, request, work)).toMatchObject({ kind: 'answered', replayed: false });
    expect(await shop.stockOf(sku)).toBe(9);
    expect(await violatedInvariants(shop.url, { stock: {} })).toEqual([]);
  },
);
