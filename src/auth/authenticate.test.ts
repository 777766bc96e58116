import { expect, test } from 'vitest';
import { addCustomer, addOperator, signedIn, TEST_HOST } from '../testing/people.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();

const who = (headers: Headers | Record<string, string>) => shop.runtime.authenticate(new Headers(headers));
const bearer = (apiKey: string) => ({ authorization: `Bearer ${apiKey}` });

test('an API key and the session of its customer are the same account under different callers', async () => {
  const customer = await addCustomer(shop);
  const byKey = await who(bearer(customer.apiKey));
  const bySession = await who(await signedIn(shop, customer));
  if (byKey.kind !== 'account' || bySession.kind !== 'account') throw new Error('Both should be accounts.');
  expect(byKey.accountId).toBe(bySession.accountId);
  expect([byKey.caller, bySession.caller]).toEqual([
    expect.stringMatching(/^api-key:/),
    expect.stringMatching(/^user:/),
  ]);
});

test('an operator is known by role', async () => {
  expect(await who(await signedIn(shop, await addOperator(shop, 'approver')))).toMatchObject({
    kind: 'operator',
    role: 'approver',
  });
});

test.each([
  ['no header', {}],
  ['another scheme', { authorization: 'Basic abc' }],
  ['no key after the scheme', { authorization: 'Bearer ' }],
  ['two words', { authorization: 'Bearer a b' }],
  ['an unknown key', { authorization: 'Bearer lk_unknown' }],
  ['a made-up cookie', { host: TEST_HOST, cookie: 'latchkey.session_token=made.up' }],
  ['a foreign cookie', { host: TEST_HOST, cookie: 'theme=dark' }],
])('%s is nobody, with a sentence that says why', async (_, headers) => {
  expect(await who(headers as Record<string, string>)).toEqual({ kind: 'nobody', why: expect.stringMatching(/\.$/) });
});

test('a wrong bearer key is not made good by a session beside it', async () => {
  const headers = await signedIn(shop, await addCustomer(shop));
  headers.set('authorization', 'Bearer lk_unknown');
  expect(await who(headers)).toMatchObject({ kind: 'nobody' });
});

test('a revoked key ends at the next request', async () => {
  const { apiKey } = await addCustomer(shop);
  expect(await who(bearer(apiKey))).toMatchObject({ kind: 'account' });
  await shop.observer.query(`UPDATE api_key SET revoked_at = now() WHERE hint = $1`, [apiKey.slice(-4)]);
  expect(await who(bearer(apiKey))).toMatchObject({ kind: 'nobody' });
});

test('a suspended account is suspended by key and by session', async () => {
  const customer = await addCustomer(shop);
  const headers = await signedIn(shop, customer);
  await shop.observer.query('UPDATE account SET suspended_at = now() WHERE name = $1', [customer.name]);
  expect(await who(bearer(customer.apiKey))).toEqual({ kind: 'suspended' });
  expect(await who(headers)).toEqual({ kind: 'suspended' });
});

test('a ban ends the sessions that are open, and ends itself when its time is over', async () => {
  const person = await addOperator(shop, 'viewer');
  const headers = await signedIn(shop, person);
  const ban = (ends: string) =>
    shop.observer.query(`UPDATE "user" SET banned = true, ban_expires = ${ends} WHERE email = $1`, [person.email]);
  await ban('NULL');
  expect(await who(headers)).toMatchObject({ kind: 'nobody' });
  await ban(`now() + interval '1 day'`);
  expect(await who(headers)).toMatchObject({ kind: 'nobody' });
  await ban(`now() - interval '1 day'`);
  expect(await who(headers)).toMatchObject({ kind: 'operator' });
});

test('a session past its end is nobody', async () => {
  const person = await addOperator(shop, 'viewer');
  const headers = await signedIn(shop, person);
  await shop.observer.query(
    `UPDATE session SET expires_at = now() - interval '1 second'
     WHERE user_id = (SELECT id FROM "user" WHERE email = $1)`,
    [person.email],
  );
  expect(await who(headers)).toMatchObject({ kind: 'nobody' });
});

test('a cookie that was given over http opens nothing over https', async () => {
  const headers = await signedIn(shop, await addOperator(shop, 'viewer'));
  headers.set('x-forwarded-proto', 'https');
  expect(await who(headers)).toMatchObject({ kind: 'nobody' });
});
