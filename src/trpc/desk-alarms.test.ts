import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { auditOf, callAs, operator, sendCommand } from '../testing/desk.ts';
import { addAlarmTo, addCompleted, addInProgress } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const ada = operator('resolver');
const REASON = 'refunded there, ticket 4711';

const alarmed = async () => {
  const recordId = await addCompleted(shop, { procedure: 'orders.pay' });
  const orderId = `ord_${randomUUID()}`;
  return { recordId, orderId, id: await addAlarmTo(shop, recordId, orderId) };
};

const listed = async () => (await callAs(shop, ada).desk.alarms.list()).alarms.map(({ id }) => id);

test('an alarm is open until a person has dealt with it: who, how and why are on the record and in the audit', async () => {
  const { id, recordId, orderId } = await alarmed();
  expect(await listed()).toContain(id);
  const input = { id, recordId, how: 'undone', reason: REASON, requestId: randomUUID() };
  expect(await sendCommand(shop, ada, 'desk.alarms.deal', input)).toMatchObject({ status: 200 });
  expect(await listed()).not.toContain(id);
  const { alarms, timeline } = await callAs(shop, ada).desk.records.get({ id: recordId });
  expect(alarms).toMatchObject([
    { row: { id, subjectId: orderId, how: 'undone', dealtName: ada.name, reason: REASON } },
  ]);
  expect(timeline).toContainEqual(expect.objectContaining({ kind: 'operator', action: 'alarm.deal' }));
  expect(await auditOf(shop, { requestId: input.requestId })).toMatchObject([
    { action: 'alarm.deal', result: 'applied', target: `alarm:${id}`, record_id: recordId, reason: REASON },
  ]);
});

test('of two operators who deal with one alarm the second gets 409 with what the first said', async () => {
  const { id, recordId } = await alarmed();
  const send = (how: string) => sendCommand(shop, ada, 'desk.alarms.deal', { id, recordId, how, reason: REASON });
  const answers = await Promise.all([send('undone'), send('kept')]);
  const [applied, late] = answers.toSorted((a, b) => a.status - b.status);
  expect(applied?.status).toBe(200);
  const details = { how: (applied?.data as { how: string } | undefined)?.how };
  expect(late).toMatchObject({ status: 409, error: { data: { refusal: { code: 'changed', details } } } });
});

test.each([
  ['a short reason', { reason: 'refunded' }, 400],
  ['a word that is none', { how: 'forgotten' }, 400],
  ['the alarm of another record', { recordId: '1' }, 404],
])('%s closes no alarm', async (_what, different, status) => {
  const { id, recordId } = await alarmed();
  const input = { id, recordId, how: 'undone', reason: REASON, ...different };
  expect(await sendCommand(shop, ada, 'desk.alarms.deal', input)).toMatchObject({ status });
  expect(await listed()).toContain(id);
});

test('a sign-in of yesterday closes no alarm', async () => {
  const { id, recordId } = await alarmed();
  const tired = { ...ada, signedInAt: new Date(Date.now() - 86_400_000) };
  const input = { id, recordId, how: 'undone', reason: REASON };
  expect(await sendCommand(shop, tired, 'desk.alarms.deal', input)).toMatchObject({ status: 403 });
  expect(await listed()).toContain(id);
});

test('a pasted order finds the payment that is about it while that is open, and both that are', async () => {
  const orderId = `ord_${randomUUID()}`;
  const about = async () => {
    const id = await addInProgress(shop);
    await shop.observer.query(`UPDATE idempotency_record SET subject_type = 'order', subject_id = $2 WHERE id = $1`, [
      id,
      orderId,
    ]);
    return id;
  };
  const first = await about();
  expect(await callAs(shop, ada).desk.search({ text: orderId })).toEqual({ kind: 'record', id: first });
  const second = await about();
  expect(await callAs(shop, ada).desk.search({ text: orderId })).toMatchObject({ kind: 'list', filter: 'resourceId' });
  const { rows } = await callAs(shop, ada).desk.records.list({ resourceId: orderId });
  expect(rows.map(({ id }) => id)).toEqual([second, first]);
});
