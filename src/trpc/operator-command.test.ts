import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callProcedureAs } from '../testing/call-procedure.ts';
import { account, auditOf, callAs, operator, sendCommand } from '../testing/desk.ts';
import { addCompleted, addConflictTo } from '../testing/records.ts';
import { openRuntime } from '../testing/runtime.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const REVIEW = 'desk.conflicts.review';

const conflict = async () => {
  const recordId = await addCompleted(shop);
  const id = await addConflictTo(shop, recordId);
  const row = async () =>
    (await shop.observer.query('SELECT xmin::text, * FROM conflict_event WHERE id = $1', [id])).rows[0];
  return { id, target: `conflict:${id}`, row, input: { id, seenOccurrences: 1 } };
};

describe('a command of the desk', () => {
  test('takes effect together with one audit row that says who, what, and before and after', async () => {
    const [{ input, target, row }, ada, requestId] = [await conflict(), operator('operator'), randomUUID()];
    const { status, data } = await sendCommand(shop, ada, REVIEW, { ...input, requestId });
    expect([status, data]).toEqual([200, { id: input.id, reviewedAt: expect.any(Date) }]);
    expect(await row()).toMatchObject({ reviewed_by: ada.userId });
    expect(await auditOf(shop, { target })).toMatchObject([
      {
        actor_id: ada.userId,
        actor_name: ada.name,
        role: 'operator',
        action: 'conflict.review',
        result: 'applied',
        refusal: null,
        request_id: requestId,
      },
    ]);
    const [audited] = await auditOf(shop, { target });
    expect([JSON.parse(String(audited?.before)), JSON.parse(String(audited?.after))]).toEqual([
      { reviewedBy: null, occurrences: 1 },
      { reviewedBy: ada.name, occurrences: 1 },
    ]);
  });

  test('sent twice with one request id, at once or later, has one effect, one audit row and one answer', async () => {
    const [{ input, target, row }, ada, requestId] = [await conflict(), operator('operator'), randomUUID()];
    const sent = await Promise.all([1, 2, 3].map(() => sendCommand(shop, ada, REVIEW, { ...input, requestId })));
    // A twin that came while the first one ran is told so, and sends again.
    for (const { status, error } of sent) {
      if (status !== 200) expect(error?.data.idempotency?.reason).toBe('in_flight');
    }
    const after = await row();
    const again = await sendCommand(shop, ada, REVIEW, { ...input, requestId });
    const first = sent.find(({ status, replayed }) => status === 200 && !replayed);
    expect([again.status, again.replayed, again.text]).toEqual([200, true, first?.text]);
    expect(await row()).toEqual(after);
    expect(await auditOf(shop, { target })).toHaveLength(1);
  });

  test('of two operators at once is one effect and one applied row; the other gets 409 with what it is now', async () => {
    const { input, target } = await conflict();
    const [ada, bob] = [operator('operator'), { ...operator('resolver'), name: 'bob' }];
    const sent = await Promise.all([ada, bob].map((who) => sendCommand(shop, who, REVIEW, input)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    const winner = sent[0]?.status === 200 ? ada : bob;
    const refused = sent.find(({ status }) => status === 409);
    expect(refused?.error?.data.refusal).toMatchObject({
      code: 'changed',
      details: { occurrences: 1, reviewedBy: winner.userId },
    });
    const rows = await auditOf(shop, { target });
    expect(rows.map(({ result, refusal }) => [result, refusal]).sort()).toEqual([
      ['applied', null],
      ['refused', 'changed'],
    ]);
  });

  test('from a stale screen does nothing, says what changed, and is one refused row however often it is sent', async () => {
    const [{ id, input, target, row }, ada, requestId] = [await conflict(), operator('operator'), randomUUID()];
    await shop.observer.query(
      'UPDATE conflict_event SET occurrences = 3, last_seen_at = clock_timestamp() WHERE id = $1',
      [id],
    );
    const before = await row();
    const first = await sendCommand(shop, ada, REVIEW, { ...input, requestId });
    const again = await sendCommand(shop, ada, REVIEW, { ...input, requestId });
    expect([first.status, first.error?.data.refusal]).toEqual([
      409,
      { code: 'changed', details: { occurrences: 3, reviewedBy: null, reviewedAt: null } },
    ]);
    expect([again.replayed, again.text]).toEqual([true, first.text]);
    expect(await row()).toEqual(before);
    expect(await auditOf(shop, { target })).toMatchObject([{ result: 'refused', refusal: 'changed' }]);
  });

  test('whose audit row cannot be written takes no effect', async () => {
    const [{ input, target, row }, ada, requestId] = [await conflict(), operator('operator'), randomUUID()];
    const before = await row();
    await shop.observer.query(`
      CREATE FUNCTION test_refuse_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disk of the audit is full'; END $$;
      CREATE TRIGGER test_refuse_audit BEFORE INSERT ON audit_entry FOR EACH ROW WHEN (NEW.result = 'applied') EXECUTE FUNCTION test_refuse_audit();`);
    try {
      const failed = await sendCommand(shop, ada, REVIEW, { ...input, requestId });
      expect([failed.status, failed.text.includes('disk of the audit')]).toEqual([500, false]);
      expect(await row()).toEqual(before);
    } finally {
      await shop.observer.query('DROP TRIGGER test_refuse_audit ON audit_entry; DROP FUNCTION test_refuse_audit');
    }
    // The key is free: the same click goes through once the audit can be written.
    expect((await sendCommand(shop, ada, REVIEW, { ...input, requestId })).status).toBe(200);
    expect(await auditOf(shop, { target })).toHaveLength(1);
  });

  test('under one request id for another target is refused as a conflict, and that is recorded', async () => {
    const [one, other, ada, requestId] = [await conflict(), await conflict(), operator('operator'), randomUUID()];
    await sendCommand(shop, ada, REVIEW, { ...one.input, requestId });
    const refused = await sendCommand(shop, ada, REVIEW, { ...other.input, requestId });
    expect([refused.status, refused.error?.data.idempotency?.reason]).toEqual([422, 'key_conflict']);
    expect(await auditOf(shop, { target: other.target })).toMatchObject([
      { result: 'refused', refusal: 'key_conflict' },
    ]);
  });

  test('needs its request id in the header too, which no form can send', async () => {
    const [{ input, row }, ada, requestId] = [await conflict(), operator('operator'), randomUUID()];
    const before = await row();
    const without = await callProcedureAs({ runtime: shop.runtime, actor: ada }, REVIEW, { ...input, requestId });
    expect([without.status, without.error?.data.idempotency?.reason]).toEqual([400, 'key_missing']);
    const other = await callProcedureAs(
      { runtime: shop.runtime, actor: ada },
      REVIEW,
      { ...input, requestId },
      { key: randomUUID() },
    );
    expect(other.status).toBe(400);
    expect(await row()).toEqual(before);
  });
});

describe('a denied attempt is recorded and does nothing', () => {
  test.each([
    ['a role that lacks the permission', operator('viewer'), 'permission'],
    ['a customer', account(), 'permission'],
  ])('%s', async (_who, actor, reason) => {
    const [{ input, target, row }, requestId] = [await conflict(), randomUUID()];
    const before = await row();
    const refused = await sendCommand(shop, actor, REVIEW, { ...input, requestId });
    expect([refused.status, refused.error?.data.denied]).toEqual([403, { reason }]);
    expect(await row()).toEqual(before);
    expect(await auditOf(shop, { requestId })).toMatchObject([
      {
        target,
        action: 'conflict.review',
        result: 'refused',
        refusal: reason,
        role: 'role' in actor ? actor.role : 'customer',
      },
    ]);
  });

  test('with input that nobody can read, without telling what is wrong with it', async () => {
    const viewer = operator('viewer');
    await expect(callAs(shop, viewer).desk.conflicts.review({ id: 'x' } as never)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    const { rows } = await shop.observer.query('SELECT target, refusal FROM audit_entry WHERE actor_id = $1', [
      viewer.userId,
    ]);
    expect(rows).toEqual([{ target: '(unreadable input)', refusal: 'permission' }]);
  });

  test('read-only mode', async () => {
    const readOnly = openRuntime(shop.url, { readOnly: true });
    try {
      const [{ input, row }, requestId] = [await conflict(), randomUUID()];
      const before = await row();
      const refused = await sendCommand({ runtime: readOnly }, operator('operator'), REVIEW, { ...input, requestId });
      expect([refused.status, refused.error?.data.denied]).toEqual([403, { reason: 'read_only' }]);
      expect(await row()).toEqual(before);
      expect(await auditOf(shop, { requestId })).toMatchObject([{ result: 'refused', refusal: 'read_only' }]);
    } finally {
      await readOnly.close();
    }
  });
});
