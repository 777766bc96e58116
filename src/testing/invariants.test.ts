import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useDatabase } from './database.ts';
import { violatedInvariants } from './invariants.ts';

const database = useDatabase();
const beginnings = { stock: { 'tea-01': 10 } };
let client: pg.Client;

/** One placement of three that went well: record, order, stock. */
const PLACED = `
  INSERT INTO account (id, name) VALUES ('a-1', 'acme');
  INSERT INTO product (sku, name, price_cents, currency, stock) VALUES ('tea-01', 'Tea', 500, 'EUR', 7);
  INSERT INTO "order" (id, account_id, sku, quantity, total_cents, currency)
    VALUES ('o-1', 'a-1', 'tea-01', 3, 1500, 'EUR');
  INSERT INTO idempotency_record (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version,
      field_prints, lease_expires_at, completed_at, outcome, outcome_status, answer, answer_kept, answer_bytes,
      resource_id, answer_expires_at, key_expires_at, forget_at)
    VALUES ('a-1', '${randomUUID()}', 'orders.place', 'transactional', 'test', 'COMPLETED', '\\x01', 1,
      '{}', now(), now(), 'success', 200, '{}', 'full', 2, 'o-1', now(), now(), now());`;

beforeEach(async () => {
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  // The database itself refuses illegal moves of a record; here they are made on purpose.
  await client.query('ALTER TABLE idempotency_record DISABLE TRIGGER USER');
  await client.query(`TRUNCATE account, product, "order", idempotency_record, payment CASCADE; ${PLACED}`);
});

afterEach(() => client.end());

test('a placement that went well violates nothing', async () => {
  expect(await violatedInvariants(database.url, beginnings)).toEqual([]);
});

test.each([
  ['an order without its record', 'DELETE FROM idempotency_record', 'An order has exactly one record'],
  ['a record without its order', 'DELETE FROM "order"; UPDATE product SET stock = 10', 'has its one order'],
  ['an order in another account', "UPDATE idempotency_record SET scope = 'a-2'", 'has its one order'],
  ['stock taken twice', 'UPDATE product SET stock = 4', 'Stock is what there was'],
  ['a refusal with a resource', "UPDATE idempotency_record SET outcome = 'refusal'", 'A refusal left nothing behind'],
  ['an order paid without a payment', `UPDATE "order" SET status = 'paid'`, 'An order is paid exactly when'],
  [
    'a payment that nobody answers for',
    `INSERT INTO payment (id, order_id, amount_cents, currency, status, charge_id) VALUES ('p-1', 'o-1', 1500, 'EUR', 'succeeded', 'ch_1')`,
    'A payment succeeded exactly where',
  ],
  [
    'a right that nobody holds any more',
    `INSERT INTO payment (id, order_id, amount_cents, currency) VALUES ('p-1', 'o-1', 1500, 'EUR')`,
    'A pending payment belongs to an open record',
  ],
])('%s is found', async (_what, damage, sentence) => {
  await client.query(damage);
  expect((await violatedInvariants(database.url, beginnings)).join('\n')).toContain(sentence);
});

test('a session left inside a transaction is found', async () => {
  await client.query('BEGIN');
  expect((await violatedInvariants(database.url, beginnings)).join('\n')).toContain('idle inside a transaction');
  await client.query('ROLLBACK');
});

test('a record seen in progress is found', async () => {
  await client.query(`UPDATE idempotency_record SET state = 'IN_PROGRESS', outcome = NULL, outcome_status = NULL,
    answer = NULL, answer_kept = NULL, answer_bytes = NULL, completed_at = NULL, resource_id = NULL,
    answer_expires_at = NULL, key_expires_at = NULL, forget_at = NULL`);
  expect((await violatedInvariants(database.url, beginnings)).join('\n')).toContain('never seen in progress');
});
