import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callProcedure } from '../testing/call-procedure.ts';
import { useShop } from '../testing/shop.ts';

// Half an hour, an hour that is skipped in spring, and half an hour that is skipped in spring.
describe.each(['UTC', 'Asia/Kolkata', 'America/New_York', 'Australia/Lord_Howe'])(
  'with a database in %s',
  (timeZone) => {
    const shop = useShop({ timeZone });

    test('times are the same through Prisma, in the answer, and for SQL on the database’s own clock', async () => {
      expect((await shop.observer.query('SHOW timezone')).rows).toEqual([{ TimeZone: timeZone }]);
      const account = await shop.addAccount();
      const sku = await shop.addProduct(10);
      const call = { key: randomUUID(), apiKey: account.apiKey };
      const placed = await callProcedure(shop.runtime, 'orders.place', { sku, quantity: 1 }, call);
      const { orderId, placedAt } = placed.data as { orderId: string; placedAt: Date };
      expect(Math.abs(placedAt.getTime() - Date.now())).toBeLessThan(60_000);

      const [list] = await Promise.all([
        callProcedure(shop.runtime, 'orders.list', {}, { apiKey: account.apiKey, method: 'GET' }),
      ]);
      expect(list.data).toMatchObject({ orders: [{ orderId, placedAt }] });
      const { rows } = await shop.observer.query(
        `SELECT date_trunc('milliseconds', placed_at) = $2::timestamptz AS same_instant,
              placed_at BETWEEN now() - interval '1 minute' AND now() AS just_now
       FROM "order" WHERE id = $1`,
        [orderId, placedAt.toISOString()],
      );
      expect(rows).toEqual([{ same_instant: true, just_now: true }]);
    });

    test('a lease written by a claim lapses when it should, and windows close when they should', async () => {
      const account = await shop.addAccount();
      const sku = await shop.addProduct(10);
      const call = { key: randomUUID(), apiKey: account.apiKey };
      await callProcedure(shop.runtime, 'orders.place', { sku, quantity: 1 }, call);
      const { rows } = await shop.observer.query(
        `SELECT lease_expires_at - created_at BETWEEN interval '29 s' AND interval '31 s' AS lease,
              created_at BETWEEN now() - interval '1 minute' AND now() AS created,
              extract(epoch FROM answer_expires_at - completed_at) = 72 * 3600 AS answer,
              extract(epoch FROM key_expires_at - completed_at) = 720 * 3600 AS key
       FROM idempotency_record WHERE key = $1`,
        [call.key],
      );
      expect(rows).toEqual([{ lease: true, created: true, answer: true, key: true }]);

      const record = await shop.runtime.database.prisma.idempotencyRecord.findFirst({ where: { key: call.key } });
      const seen = await shop.observer.query(
        `SELECT date_trunc('milliseconds', completed_at) = $2::timestamptz AS same FROM idempotency_record WHERE key = $1`,
        [call.key, record?.completedAt?.toISOString()],
      );
      expect(seen.rows).toEqual([{ same: true }]);

      // One minute on either side of the end of the answer's window: an offset of hours would show.
      const expireIn = (interval: string) =>
        shop.observer.query(`UPDATE idempotency_record SET answer_expires_at = now() + $2::interval WHERE key = $1`, [
          call.key,
          interval,
        ]);
      await expireIn('1 minute');
      expect((await callProcedure(shop.runtime, 'orders.place', { sku, quantity: 1 }, call)).replayed).toBe(true);
      await expireIn('-1 minute');
      const purged = await callProcedure(shop.runtime, 'orders.place', { sku, quantity: 1 }, call);
      expect(purged.error?.data.idempotency?.reason).toBe('answer_purged');
    });

    test('a time written through Prisma is the same instant for SQL', async () => {
      const account = await shop.addAccount();
      const suspendedAt = new Date('2026-03-29T01:30:00.123Z');
      await shop.runtime.database.prisma.account.update({ where: { id: account.accountId }, data: { suspendedAt } });
      const { rows } = await shop.observer.query(
        'SELECT extract(epoch FROM suspended_at)::float8 AS at FROM account WHERE id = $1',
        [account.accountId],
      );
      expect(rows).toEqual([{ at: suspendedAt.getTime() / 1_000 }]);
    });
  },
);
