import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reapOnce } from '../engine/reaper.ts';
import { runBulkOnce } from '../jobs/run-bulk.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { auditOf, operator, sendCommand } from '../testing/desk.ts';
import { addOperator, signedIn } from '../testing/people.ts';
import { addCompleted, addConflictTo } from '../testing/records.ts';
import { openRuntime } from '../testing/runtime.ts';
import { useShop } from '../testing/shop.ts';
import { applyMigrations } from './migrate.ts';

const shop = useShop();
const role = `latchkey_app_${randomBytes(6).toString('hex')}`;
const reason = 'Seen by the restricted role.';
let url: string;
let runtime: Runtime;
let asRole: pg.Client;

beforeAll(async () => {
  const docs = await readFile(resolve(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const sql = /```sql\n(CREATE ROLE latchkey_app [\s\S]*?)```/.exec(docs)?.[1] ?? '';
  await shop.observer.query(sql.replaceAll('latchkey_app', role).replace('change me', role));
  const restricted = new URL(shop.url);
  restricted.username = role;
  restricted.password = role;
  url = restricted.toString();
  runtime = openRuntime(url);
  asRole = new pg.Client({ connectionString: url });
  await asRole.connect();
});
afterAll(async () => {
  await asRole.end();
  await runtime.close();
  await shop.observer.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
});

test('a start with the role of the documents finds nothing to migrate and needs no more rights', async () => {
  expect(await applyMigrations(url)).toEqual({ applied: [] });
});

test('the role runs the shop, the commands of the desk and the worker', async () => {
  const account = await shop.addAccount();
  const place = { key: randomUUID(), apiKey: account.apiKey };
  const sku = await shop.addProduct();
  expect((await callProcedure(runtime, 'orders.place', { sku, quantity: 1 }, place)).status).toBe(200);
  expect((await callProcedure(runtime, 'orders.place', { sku, quantity: 2 }, place)).status).toBe(422);

  const headers = await signedIn({ ...shop, runtime }, await addOperator(shop, 'resolver'));
  const ada = await runtime.authenticate(headers);
  const id = await addCompleted(shop);
  const conflict = await addConflictTo(shop, id);
  const { rows } = await shop.observer.query('SELECT key_expires_at AS at FROM idempotency_record WHERE id = $1', [id]);
  const commands: readonly (readonly [`desk.${string}`, object])[] = [
    ['desk.conflicts.review', { id: conflict, seenOccurrences: 1 }],
    ['desk.records.extendRetention', { id, hours: 1_000, reason, seenKeyExpiresAt: rows[0].at }],
    ['desk.records.revealAnswer', { id, reason }],
    ['desk.records.purgeAnswer', { id, reason }],
  ];
  for (const [path, input] of commands) {
    expect([path, (await sendCommand({ runtime }, ada, path, input)).status]).toEqual([path, 200]);
  }
  expect((await sendCommand({ runtime }, operator('viewer'), 'desk.records.purgeAnswer', { id, reason })).status).toBe(
    403,
  );
  expect(await auditOf(shop, { target: `record:${id}` })).toHaveLength(4);

  const job = { kind: 'extend_retention', hours: 2_000, from: { page: 'selection', ids: [id] } };
  const made = (await sendCommand({ runtime }, ada, 'desk.operations.preview', { job })).data as { id: string };
  const started = { id: made.id, kind: 'extend_retention', seenTotal: 1, reason };
  expect((await sendCommand({ runtime }, ada, 'desk.operations.start', started)).status).toBe(200);
  expect(await runBulkOnce(runtime.engine)).toEqual({ settled: 1 });
  await shop.observer.query(
    `UPDATE idempotency_record SET answer_expires_at = at, key_expires_at = at, forget_at = at
     FROM (SELECT clock_timestamp() - interval '1 h' AS at) AS past WHERE id = $1`,
    [id],
  );
  expect((await reapOnce(runtime.engine)).forgotten).toBe(1);
});

test.each([
  'UPDATE audit_entry SET reason = NULL',
  'DELETE FROM audit_entry',
  'TRUNCATE audit_entry',
  'DROP TRIGGER audit_entry_append_only ON audit_entry',
  'ALTER TABLE audit_entry DISABLE TRIGGER audit_entry_append_only',
  'ALTER TABLE audit_entry DISABLE TRIGGER ALL',
  'ALTER TABLE audit_entry DROP COLUMN reason',
  'ALTER TABLE audit_entry RENAME TO audit_entry_gone',
  'DROP TABLE audit_entry',
  `CREATE OR REPLACE FUNCTION latchkey_refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
  'DROP FUNCTION latchkey_refuse_change() CASCADE',
  'CREATE TRIGGER evil BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION latchkey_refuse_change()',
  'CREATE RULE evil AS ON INSERT TO audit_entry DO INSTEAD NOTHING',
  `SET session_replication_role = 'replica'`,
  'CREATE TABLE public.audit_entry_2 (id bigint)',
  'DELETE FROM lookup_evidence',
  'UPDATE record_event SET detail = NULL',
  'DELETE FROM record_event',
  'DELETE FROM _prisma_migrations',
])('the role cannot: %s', async (sql) => {
  // 42501 is insufficient_privilege: refused before any trigger is asked.
  await expect(asRole.query(sql)).rejects.toMatchObject({ code: '42501' });
});
