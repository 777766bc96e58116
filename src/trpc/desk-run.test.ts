import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { addEvent } from '../postgres/statements/add-event.ts';
import { setAside } from '../postgres/statements/set-aside.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { callAs, operator } from '../testing/desk.ts';
import { addInProgress } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const page = (id: string) => callAs(shop, operator()).desk.records.get({ id });

/** A payment whose provider refuses connections: its call was intended, and is known not to have left. */
const stoppedPayment = async (): Promise<string> => {
  const account = await shop.addAccount();
  const call = (path: string, input: object, key: string) =>
    callProcedure(shop.runtime, path, input, { key, apiKey: account.apiKey });
  const { data } = await call('orders.place', { sku: await shop.addProduct(), quantity: 1 }, randomUUID());
  const key = randomUUID();
  await call('orders.pay', { orderId: (data as { orderId: string }).orderId, card: 'tok_visa' }, key);
  return (await shop.recordOf(account, key))?.id ?? '';
};

test('a payment in the middle shows its steps, its call with the downstream key, its events, and when it goes on', async () => {
  const { run, timeline, record } = await page(await stoppedPayment());
  expect(run?.steps).toMatchObject([{ name: 'take the right', kind: 'local', attempt: 1 }]);
  expect(run?.references).toMatchObject([
    { step: 'charge', provider: 'stripe sandbox', state: 'absent', providerId: null, calls: 1, ordinal: 1 },
  ]);
  expect(run?.references[0]?.downstreamKey).toMatch(/^lk_/);
  const events = timeline.flatMap((event) => (event.kind === 'run' ? [event.event] : []));
  expect(events).toEqual(expect.arrayContaining(['step_committed', 'call_intended', 'yielded']));
  const kinds = timeline.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'claimed')).toHaveLength(1);
  expect(kinds).not.toContain('lease_lapsed');
  expect(kinds.at(-1)).toBe('next_try');
  expect(record.externalBegan).toBe(true);
});

test('what a provider said is masked before it leaves the server', async () => {
  const id = await addInProgress(shop);
  await addEvent(
    shop.runtime.database.pool,
    { recordId: BigInt(id), attempt: 1 },
    {
      event: 'late_answer',
      step: 'charge',
      detail: 'asked by buyer@acme.example',
      evidence: '{"id":"ch_1","client_secret":"cs_very_secret","email":"buyer@acme.example"}',
    },
  );
  const text = JSON.stringify(await page(id), (_, value) => (typeof value === 'bigint' ? String(value) : value));
  expect(text).toContain('ch_1');
  expect(text).not.toMatch(/very_secret|buyer@acme/);
});

test('a parked record says why, and promises no next try', async () => {
  const id = await addInProgress(shop);
  await setAside(
    shop.runtime.database.pool,
    { recordId: BigInt(id), attempt: 1 },
    { how: 'park', why: 'Its code is gone.' },
  );
  const { record, timeline } = await page(id);
  expect(record).toMatchObject({ isParked: true, parkedReason: 'Its code is gone.' });
  expect(timeline.map(({ kind }) => kind)).toEqual(['claimed', 'run']);
});

test('a transactional record has no steps of its own', async () => {
  const account = await shop.addAccount();
  const key = randomUUID();
  const input = { sku: await shop.addProduct(), quantity: 1 };
  await callProcedure(shop.runtime, 'orders.place', input, { key, apiKey: account.apiKey });
  expect((await page((await shop.recordOf(account, key))?.id ?? '')).run).toBeNull();
});
