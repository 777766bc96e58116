import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { useShop } from '../testing/shop.ts';
import type { KeyedRequest } from './run.ts';

const shop = useShop();
let engine: TestEngine;
let sku: string;
let request: KeyedRequest;

beforeAll(() => {
  engine = openEngine(shop.url);
});
afterAll(() => engine.close());
beforeEach(async () => {
  sku = await shop.addProduct(10);
  request = keyed();
});
afterEach(async () => {
  expect(await violatedInvariants(shop.url, { stock: { [sku]: 10 } })).toEqual([]);
});

const takeOne = (tx: Tx) => tx.product.update({ where: { sku }, data: { stock: { decrement: 1 } } });
const raised = { name: 'raised by the work' };

/** Nothing was stored or written, and the key is free: the same request runs. */
const expectFree = async (): Promise<void> => {
  expect(await shop.stockOf(sku)).toBe(10);
  const { rows } = await shop.observer.query('SELECT id FROM idempotency_record WHERE key = $1', [request.key]);
  expect(rows).toEqual([]);
  const again = await run(engine, request, async () => 'ran');
  expect(again).toMatchObject({ kind: 'answered', replayed: false, text: '"ran"' });
};

describe('work that fails', () => {
  test('after it wrote leaves nothing behind, and the key is free', async () => {
    const failing = run(engine, request, async (tx) => {
      await takeOne(tx);
      throw raised;
    });
    await expect(failing).rejects.toBe(raised);
    await expectFree();
  });

  test('and swallowed a unique violation is never stored as done', async () => {
    const swallowing = run(engine, request, async (tx) => {
      await takeOne(tx);
      // A duplicate of this very article.
      const data = { sku, name: 'Tea', priceCents: 1, currency: 'EUR', stock: 1 };
      await tx.product.create({ data }).catch(() => {});
      return { orderId: 'o-7' };
    });
    await expect(swallowing).rejects.toMatchObject({ code: '25P02' });
    await expectFree();
  });

  test('on a unique violation of its own table is not taken for a duplicate key', async () => {
    const colliding = run(engine, request, async (tx) => {
      const data = { sku, name: 'Tea', priceCents: 1, currency: 'EUR', stock: 1 };
      return await tx.product.create({ data });
    });
    await expect(colliding).rejects.toMatchObject({ code: 'P2002' });
    expect(engine.events.slice(-2)).toEqual(['claimed', 'rolled_back']);
    await expectFree();
  });
});

describe('work that tries to end its transaction', () => {
  test.each(['COMMIT', '  end;', '/* done */ commit and chain', '-- so\nROLLBACK', "PREPARE TRANSACTION 'x'", 'BEGIN'])(
    'by %j is refused, writes nothing, and the key is free',
    async (sql) => {
      const ending = run(engine, request, async (tx) => {
        await takeOne(tx);
        await tx.$executeRawUnsafe(sql);
        throw raised;
      });
      await expect(ending).rejects.toThrow(/may not begin or end a transaction/);
      await expectFree();
    },
  );

  test('may go back to a savepoint', async () => {
    const result = await run(engine, request, async (tx) => {
      await tx.$executeRaw`SAVEPOINT before`;
      await takeOne(tx);
      await tx.$executeRaw`ROLLBACK TO SAVEPOINT before`;
      return 'done';
    });
    expect(result).toMatchObject({ kind: 'answered', text: '"done"' });
  });
});

test('fields of a model can be compared with each other, and one given as a value is refused', async () => {
  const odd = await shop.addProduct(10);
  const compared = run(engine, request, async (tx) => {
    const { priceCents } = tx.product.fields;
    const equal = await tx.product.findMany({ where: { sku: odd, stock: { lt: priceCents } } });
    return equal.length;
  });
  expect(await compared).toMatchObject({ text: '1' });
  const cast = run(engine, keyed(), async (tx) =>
    tx.product.updateMany({ where: { stock: tx.product.fields.priceCents as never }, data: { stock: 99 } }),
  );
  await expect(cast).rejects.toThrow();
  expect(await shop.stockOf(odd)).toBe(10);
});

describe('a statement that was not awaited fails the run', () => {
  test('when it was never sent', async () => {
    const forgetful = run(engine, request, async (tx) => {
      void takeOne(tx);
      return 'done';
    });
    await expect(forgetful).rejects.toThrow(/product\.update/);
    await expectFree();
  });

  test('when it is still on its way', async () => {
    const hasty = run(engine, request, async (tx) => {
      void takeOne(tx).then(() => {});
      return 'done';
    });
    await expect(hasty).rejects.toThrow(/product\.update/);
    await expectFree();
  });

  test('when it is raw SQL', async () => {
    const raw = run(engine, request, async (tx) => {
      void tx.$executeRaw`UPDATE product SET stock = 0 WHERE sku = ${sku}`;
      return 'done';
    });
    await expect(raw).rejects.toThrow(/\$executeRaw/);
    await expectFree();
  });

  test('when it is a relation of an awaited one, and when it is let go', async () => {
    const { accountId } = await shop.addAccount();
    const order = { accountId, sku, quantity: 1, totalCents: 1, currency: 'EUR' };
    const related = run(engine, request, async (tx) => {
      const { id } = await tx.order.create({ data: { id: `ord_${randomUUID()}`, ...order } });
      const product = await tx.order.findUnique({ where: { id } }).product();
      expect(product?.sku).toBe(sku);
      void tx.order.findUnique({ where: { id } }).product();
      return 'done';
    });
    await expect(related).rejects.toThrow(/order\.findUnique\.product\b/);
    await expectFree();
  });

  test('when it is awaited by its relation only, and then sent itself', async () => {
    const both = run(engine, request, async (tx) => {
      const update = takeOne(tx);
      await update.orders();
      void update.then(() => {});
      return 'done';
    });
    await expect(both).rejects.toThrow(/product\.update\b/);
    await expectFree();
  });

  test('even if the work fails while it is on its way, and it writes nothing', async () => {
    const failing = run(engine, request, async (tx) => {
      void takeOne(tx).then(
        () => {},
        () => {},
      );
      throw raised;
    });
    await expect(failing).rejects.toBe(raised);
    await expectFree();
  });
});

describe('a use of ctx.tx after the run has ended throws, and writes nothing', () => {
  test.each([
    ['model call', (tx: Tx) => takeOne(tx)],
    ['raw SQL', (tx: Tx) => tx.$executeRaw`UPDATE product SET stock = 0`],
    ['a call through a member kept from before', (tx: Tx) => tx.order.count()],
  ])('%s', async (_what, use) => {
    let kept: Tx | undefined;
    const result = await run(engine, request, async (tx) => {
      kept = tx;
      return 'done';
    });
    expect(result).toMatchObject({ kind: 'answered', replayed: false });
    const tx = kept;
    expect(() => tx && use(tx)).toThrow(/after the run had ended/);
    expect(await shop.stockOf(sku)).toBe(10);
  });

  test('a statement made in time and awaited too late', async () => {
    let late: (() => Promise<unknown>) | undefined;
    const forgetful = run(engine, request, async (tx) => {
      const statement = takeOne(tx);
      late = () => Promise.resolve(statement);
      return 'done';
    });
    await expect(forgetful).rejects.toThrow(/product\.update/);
    await expect((async () => await late?.())()).rejects.toThrow(/after the run had ended/);
    await expectFree();
  });
});

test('work that awaits its statements together is stored whole', async () => {
  const result = await run(engine, request, async (tx) => {
    const [one, count] = await Promise.all([tx.product.findUnique({ where: { sku } }), tx.product.count()]);
    await tx.product.findFirst({ where: { sku: randomUUID() } });
    return one !== null && count > 0;
  });
  expect(result).toMatchObject({ kind: 'answered', text: 'true' });
});
