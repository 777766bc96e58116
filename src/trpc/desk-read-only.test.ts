import { afterAll, beforeAll, expect, test } from 'vitest';
import { OPERATOR_ROLES } from '../desk/permissions.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { callAs, deskMutations, operator, sendCommand } from '../testing/desk.ts';
import { addCompleted } from '../testing/records.ts';
import { openRuntime } from '../testing/runtime.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let readOnly: Runtime;
beforeAll(() => {
  readOnly = openRuntime(shop.url, { readOnly: true });
});
afterAll(() => readOnly.close());

test.each(deskMutations)('read-only mode answers 403 to %s from every role, says why, and records it', async (path) => {
  const reasons = new Set<string | undefined>();
  for (const role of OPERATOR_ROLES) {
    const who = operator(role);
    const { status, error } = await sendCommand({ runtime: readOnly }, who, path, { id: '1' });
    const { rows } = await shop.observer.query('SELECT result, refusal FROM audit_entry WHERE actor_id = $1', [
      who.userId,
    ]);
    const reason = error?.data.denied?.reason;
    expect([status, rows]).toEqual([403, [{ result: 'refused', refusal: reason }]]);
    reasons.add(reason);
  }
  expect([...reasons].filter((reason) => reason !== 'permission')).toEqual(['read_only']);
});

test('read-only mode leaves all that can be read', async () => {
  const id = await addCompleted(shop);
  const { desk } = callAs({ ...shop, runtime: readOnly }, operator('viewer'));
  expect((await desk.records.get({ id })).record.id).toBe(id);
});

test('where even the audit cannot be written, the refusal stands', async () => {
  const [path = 'desk.conflicts.review'] = deskMutations;
  await shop.observer.query(`
    CREATE FUNCTION test_refuse_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'standby'; END $$;
    CREATE TRIGGER test_refuse_audit BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION test_refuse_audit();`);
  const { status } = await sendCommand({ runtime: readOnly }, operator('resolver'), path, {});
  await shop.observer.query('DROP TRIGGER test_refuse_audit ON audit_entry; DROP FUNCTION test_refuse_audit');
  expect(status).toBe(403);
});
