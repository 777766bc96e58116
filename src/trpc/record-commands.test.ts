import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MAX_EXTENSION_HOURS } from '../desk/extend-retention.ts';
import { callProcedure, callProcedureAs } from '../testing/call-procedure.ts';
import { auditOf, operator, sendCommand } from '../testing/desk.ts';
import { addCompleted, addInProgress } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const reason = 'The customer called about it.';
const EXTEND = 'desk.records.extendRetention';
const PURGE = 'desk.records.purgeAnswer';
const REVEAL = 'desk.records.revealAnswer';
const LOOK = 'desk.records.revealedAnswer';

type Row = Readonly<Record<string, unknown>> & { key_expires_at: Date; forget_at: Date; answer_expires_at: Date };

const rowOf = async (id: string): Promise<Row> =>
  (await shop.observer.query<Row>('SELECT xmin::text, * FROM idempotency_record WHERE id = $1', [id])).rows[0] as Row;

const hoursFromNow = (date: Date | undefined): number => Math.round(((date?.getTime() ?? 0) - Date.now()) / 3_600_000);

const completed = async () => {
  const id = await addCompleted(shop, { answer: '{"json":{"orderId":"ord_1"}}' });
  return { id, target: `record:${id}`, seenKeyExpiresAt: (await rowOf(id)).key_expires_at };
};

const applied = (target: string) =>
  auditOf(shop, { target }).then((rows) => rows.filter(({ result }) => result === 'applied'));

/** An actor whose session is this old. */
const signedIn = (role: 'resolver' | 'operator', minutesAgo: number) => ({
  ...operator(role),
  signedInAt: new Date(Date.now() - minutesAgo * 60_000),
});

describe('extending the retention of a record', () => {
  test('keeps key, memory and answer for at least so long from now, and audits both ends', async () => {
    const { id, target, seenKeyExpiresAt } = await completed();
    const sent = await sendCommand(shop, operator('operator'), EXTEND, { id, hours: 1_000, reason, seenKeyExpiresAt });
    expect(sent.status).toBe(200);
    const row = await rowOf(id);
    expect([row.answer_expires_at, row.key_expires_at, row.forget_at].map(hoursFromNow)).toEqual([1_000, 1_000, 1_720]);
    const [audit, ...more] = await auditOf(shop, { target });
    expect(more).toEqual([]);
    expect(audit).toMatchObject({ action: 'record.extend_retention', record_id: id, reason });
    expect(JSON.parse(String(audit?.before))).toMatchObject({ keyExpiresAt: seenKeyExpiresAt.toISOString() });
    expect(JSON.parse(String(audit?.after))).toMatchObject({ keyExpiresAt: row.key_expires_at.toISOString() });
  });

  test('never shortens anything', async () => {
    const { id, seenKeyExpiresAt } = await completed();
    const before = await rowOf(id);
    // Later than the answer's 72 hours, earlier than the key's 720: only the answer is kept longer.
    await sendCommand(shop, operator('operator'), EXTEND, { id, hours: 100, reason, seenKeyExpiresAt });
    const after = await rowOf(id);
    expect(hoursFromNow(after.answer_expires_at)).toBe(100);
    expect([after.key_expires_at, after.forget_at]).toEqual([before.key_expires_at, before.forget_at]);
    const refused = await sendCommand(shop, operator('operator'), EXTEND, { id, hours: 10, reason, seenKeyExpiresAt });
    expect([refused.status, refused.error?.data.refusal?.code]).toEqual([409, 'kept_longer']);
    expect(await rowOf(id)).toEqual(after);
  });

  test('gives no new end to an answer that is gone', async () => {
    const { id, seenKeyExpiresAt } = await completed();
    await shop.observer.query(`UPDATE idempotency_record SET answer = NULL, answer_kept = 'purged' WHERE id = $1`, [
      id,
    ]);
    const before = await rowOf(id);
    await sendCommand(shop, operator('operator'), EXTEND, { id, hours: 1_000, reason, seenKeyExpiresAt });
    const after = await rowOf(id);
    expect([after.answer_expires_at, hoursFromNow(after.key_expires_at)]).toEqual([before.answer_expires_at, 1_000]);
  });

  test.each([0, -1, 1.5, MAX_EXTENSION_HOURS + 1])('refuses %d hours', async (hours) => {
    const { id, target, seenKeyExpiresAt } = await completed();
    const refused = await sendCommand(shop, operator('operator'), EXTEND, { id, hours, reason, seenKeyExpiresAt });
    expect([refused.status, await auditOf(shop, { target })]).toEqual([400, []]);
  });

  test('needs a reason that says something', async () => {
    const { id, seenKeyExpiresAt } = await completed();
    for (const given of ['', 'because', ' '.repeat(40)]) {
      const input = { id, hours: 1_000, reason: given, seenKeyExpiresAt };
      expect((await sendCommand(shop, operator('operator'), EXTEND, input)).status).toBe(400);
    }
  });

  test('is for completed records only, and says so of one that is missing or open', async () => {
    const open = await addInProgress(shop);
    for (const [id, status, code] of [
      [open, 409, 'not_completed'],
      ['999999999', 404, 'not_found'],
    ]) {
      const input = { id, hours: 1_000, reason, seenKeyExpiresAt: new Date() };
      const refused = await sendCommand(shop, operator('operator'), EXTEND, input);
      expect([refused.status, refused.error?.data.refusal?.code]).toEqual([status, code]);
    }
  });
});

describe('purging an answer', () => {
  test('leaves a tombstone: the record stays, and a retry of its key gets answer_purged and runs nothing', async () => {
    const account = await shop.addAccount();
    const [sku, key] = [await shop.addProduct(), randomUUID()];
    const place = () =>
      callProcedure(shop.runtime, 'orders.place', { sku, quantity: 1 }, { key, apiKey: account.apiKey });
    await place();
    const id = String((await shop.recordOf(account, key))?.id);
    expect((await sendCommand(shop, operator('resolver'), PURGE, { id, reason })).status).toBe(200);
    expect(await shop.recordOf(account, key)).toMatchObject({
      answer: null,
      answer_kept: 'purged',
      outcome: 'success',
    });
    const retry = await place();
    expect([retry.status, retry.error?.data.idempotency?.reason]).toEqual([409, 'answer_purged']);
    expect(await shop.ordersOf(account)).toHaveLength(1);
  });

  test('of an open record is refused', async () => {
    const id = await addInProgress(shop);
    const refused = await sendCommand(shop, operator('resolver'), PURGE, { id, reason });
    expect([refused.status, refused.error?.data.refusal?.code]).toEqual([409, 'not_completed']);
  });
});

describe.each([
  [EXTEND, (seenKeyExpiresAt: Date) => ({ hours: 1_000, seenKeyExpiresAt })],
  [PURGE, () => ({})],
] as const)('%s', (path, more) => {
  test('by a double click is one effect and one audit row', async () => {
    const [{ id, target, seenKeyExpiresAt }, ada, requestId] = [await completed(), operator('resolver'), randomUUID()];
    const input = { id, reason, requestId, ...more(seenKeyExpiresAt) };
    await Promise.all([sendCommand(shop, ada, path, input), sendCommand(shop, ada, path, input)]);
    const row = await rowOf(id);
    expect(await sendCommand(shop, ada, path, input)).toMatchObject({ status: 200, replayed: true });
    expect([await rowOf(id), await auditOf(shop, { target })]).toEqual([row, [expect.anything()]]);
  });

  test('by two operators at once is one effect and one applied row; the other sees what it is now', async () => {
    const { id, target, seenKeyExpiresAt } = await completed();
    const input = { id, reason, ...more(seenKeyExpiresAt) };
    const sent = await Promise.all([1, 2].map(() => sendCommand(shop, operator('resolver'), path, input)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = sent.find(({ status }) => status === 409)?.error?.data.refusal;
    expect(refused).toMatchObject({ code: 'changed', details: expect.any(Object) });
    expect(await applied(target)).toHaveLength(1);
  });

  test('from a stale screen does nothing and says what it is now', async () => {
    const { id, target, seenKeyExpiresAt } = await completed();
    await shop.observer.query(
      `UPDATE idempotency_record SET answer = NULL, answer_kept = 'purged', key_expires_at = key_expires_at + interval '1 h',
         forget_at = forget_at + interval '1 h' WHERE id = $1`,
      [id],
    );
    const before = await rowOf(id);
    const refused = await sendCommand(shop, operator('resolver'), path, { id, reason, ...more(seenKeyExpiresAt) });
    const details = path === PURGE ? { answerKept: 'purged' } : { keyExpiresAt: before.key_expires_at.toISOString() };
    expect([refused.status, refused.error?.data.refusal]).toMatchObject([409, { code: 'changed', details }]);
    expect([await rowOf(id), await applied(target)]).toEqual([before, []]);
  });
});

describe('revealing an answer', () => {
  const SECRETIVE = {
    note: 'leave it at the back door',
    buyer: 'grace@acme.example',
    clientSecret: 'pi_1_secret_abcdefgh',
    headers: { authorization: 'Bearer sk_live_abcdefghijkl' },
    card: '4242424242424242',
  };
  const secretive = async () => {
    const id = await addCompleted(shop, { answer: JSON.stringify({ json: SECRETIVE }) });
    return { id, target: `record:${id}` };
  };

  const look = (actor: ReturnType<typeof operator>, requestId: string) =>
    callProcedureAs({ runtime: shop.runtime, actor }, LOOK, { requestId }, { method: 'GET' });

  test('is an audit row first; then, for its operator, the answer without its secrets, kept by nobody on the way', async () => {
    const [{ id, target }, ada, requestId] = [await secretive(), operator('resolver'), randomUUID()];
    expect((await look(ada, requestId)).status).toBe(404);
    const opened = await sendCommand(shop, ada, REVEAL, { id, reason, requestId });
    expect([opened.status, opened.data]).toEqual([200, { id, seconds: 300 }]);
    expect(await auditOf(shop, { target })).toMatchObject([{ action: 'answer.reveal', reason, actor_id: ada.userId }]);

    const shown = await look(ada, requestId);
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(shown.text).toContain(SECRETIVE.note);
    expect(shown.text).toContain(SECRETIVE.buyer);
    for (const secret of ['abcdefgh', 'sk_live_abcdefghijkl', '4242424242424242', '424242424242']) {
      expect(shown.text).not.toContain(secret);
    }
  });

  test('leaves nothing of the answer in the command, its record or the audit', async () => {
    const [{ id, target }, ada, requestId] = [await secretive(), operator('resolver'), randomUUID()];
    const opened = await sendCommand(shop, ada, REVEAL, { id, reason, requestId });
    await look(ada, requestId);
    const { rows } = await shop.observer.query('SELECT * FROM idempotency_record WHERE key = $1', [requestId]);
    expect(rows).toMatchObject([{ state: 'COMPLETED', scope: `operator:${ada.userId}` }]);
    const kept = JSON.stringify([opened.text, rows, await auditOf(shop, { target })]);
    for (const value of [SECRETIVE.note, SECRETIVE.buyer, 'abcdefgh']) expect(kept).not.toContain(value);
  });

  test('is for the operator who asked, and for five minutes', async () => {
    const [{ id }, ada, requestId] = [await secretive(), operator('resolver'), randomUUID()];
    await sendCommand(shop, ada, REVEAL, { id, reason, requestId });
    expect((await look(operator('resolver'), requestId)).status).toBe(404);
    expect((await look(ada, requestId)).status).toBe(200);
    // Time is moved by a row of the same act that is as old as that: the audit itself cannot be changed.
    const old = randomUUID();
    await shop.observer.query(
      `INSERT INTO audit_entry (at, actor_id, actor_name, role, action, result, request_id, target, record_id)
       SELECT clock_timestamp() - interval '301 s', actor_id, actor_name, role, action, result, $2, target, record_id
       FROM audit_entry WHERE request_id = $1`,
      [requestId, old],
    );
    expect((await look(ada, old)).status).toBe(404);
  });

  test('of a purged answer shows nothing, also within the five minutes', async () => {
    const [{ id }, ada, requestId] = [await secretive(), operator('resolver'), randomUUID()];
    await sendCommand(shop, ada, REVEAL, { id, reason, requestId });
    await sendCommand(shop, ada, PURGE, { id, reason });
    expect((await look(ada, requestId)).status).toBe(404);
    const again = await sendCommand(shop, ada, REVEAL, { id, reason });
    expect([again.status, again.error?.data.refusal?.details]).toEqual([409, { answerKept: 'purged' }]);
  });

  test('by a double click is one audit row', async () => {
    const [{ id, target }, ada, requestId] = [await secretive(), operator('resolver'), randomUUID()];
    const input = { id, reason, requestId };
    await Promise.all([sendCommand(shop, ada, REVEAL, input), sendCommand(shop, ada, REVEAL, input)]);
    expect((await sendCommand(shop, ada, REVEAL, input)).replayed).toBe(true);
    expect(await auditOf(shop, { target })).toHaveLength(1);
  });
});

test.each([PURGE, REVEAL] as const)(
  '%s wants a sign-in of the last quarter of an hour, and records who had none',
  async (path) => {
    const { id, target } = await completed();
    const requestId = randomUUID();
    const stale = signedIn('resolver', 16);
    const refused = await sendCommand(shop, stale, path, { id, reason, requestId });
    expect([refused.status, refused.error?.data.denied]).toEqual([403, { reason: 'sign_in_again' }]);
    expect(await auditOf(shop, { target })).toMatchObject([{ result: 'refused', refusal: 'sign_in_again', reason }]);
    // Signed in again, the very same request goes through.
    const fresh = { ...stale, signedInAt: new Date() };
    expect((await sendCommand(shop, fresh, path, { id, reason, requestId })).status).toBe(200);
    expect(await applied(target)).toHaveLength(1);
  },
);

test('what is not severe needs no fresh sign-in', async () => {
  const { id, seenKeyExpiresAt } = await completed();
  const input = { id, hours: 1_000, reason, seenKeyExpiresAt };
  expect((await sendCommand(shop, signedIn('operator', 600), EXTEND, input)).status).toBe(200);
});
