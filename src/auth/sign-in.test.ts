import { expect, test } from 'vitest';
import { freshAddress } from '../testing/fresh-address.ts';
import { addCustomer, addOperator, type Person, signedIn, TEST_HOST } from '../testing/people.ts';
import { useShop } from '../testing/shop.ts';
import { handleAuth } from './handle-auth.ts';
import { signIn } from './sign-in.ts';

const shop = useShop();

const from = (more: Record<string, string> = {}) =>
  new Headers({ host: TEST_HOST, 'x-forwarded-for': freshAddress(), ...more });

const attempt = (person: Person, headers = from()) => signIn(shop.runtime.auth, headers, person);

const post = (path: string, headers: Record<string, string>, body: object = {}) =>
  handleAuth(
    { auth: shop.runtime.auth, report: shop.runtime.engine.report },
    new Request(`http://${TEST_HOST}${path}`, {
      method: 'POST',
      headers: { host: TEST_HOST, 'content-type': 'application/json', 'x-forwarded-for': freshAddress(), ...headers },
      body: JSON.stringify(body),
    }),
  );

test('a wrong password, an unknown address and no address at all are told the same', async () => {
  const { email } = await addOperator(shop, 'viewer');
  expect(await attempt({ email, password: 'wrong' })).toEqual({ kind: 'wrong' });
  expect(await attempt({ email: 'nobody@latchkey.example', password: 'wrong' })).toEqual({ kind: 'wrong' });
  expect(await attempt({ email: 'nonsense', password: 'wrong' })).toEqual({ kind: 'wrong' });
});

test('the password that the seed hashed opens a session that knows role and account', async () => {
  const operator = await signedIn(shop, await addOperator(shop, 'resolver'));
  const customer = await signedIn(shop, await addCustomer(shop));
  const sessionOf = (headers: Headers) => shop.runtime.auth.of(headers).api.getSession({ headers });
  expect((await sessionOf(operator))?.user).toMatchObject({ role: 'resolver', accountId: null });
  expect((await sessionOf(customer))?.user).toMatchObject({ role: 'customer', accountId: expect.any(String) });
});

test('the cookie is Secure exactly where the person came by https', async () => {
  const person = await addOperator(shop, 'viewer');
  const plain = await attempt(person);
  const secure = await attempt(person, from({ 'x-forwarded-proto': 'https' }));
  if (plain.kind !== 'signed_in' || secure.kind !== 'signed_in') throw new Error('Both should sign in.');
  expect(plain.setCookie.join()).not.toContain('Secure');
  expect(secure.setCookie.join()).toMatch(/^__Secure-latchkey\.session_token=.*Secure/);
  for (const cookie of [plain, secure]) expect(cookie.setCookie.join()).toMatch(/HttpOnly.*SameSite=Lax/i);
});

test('a banned person is told so and gets no session', async () => {
  const person = await addOperator(shop, 'viewer');
  await shop.observer.query('UPDATE "user" SET banned = true WHERE email = $1', [person.email]);
  expect(await attempt(person)).toEqual({ kind: 'banned' });
});

test('after signing out the cookie opens nothing', async () => {
  const headers = await signedIn(shop, await addOperator(shop, 'viewer'));
  const cookie = headers.get('cookie') ?? '';
  const foreign = await post('/api/auth/sign-out', { cookie, origin: 'https://evil.example' });
  expect([foreign.status, await shop.runtime.authenticate(headers)]).toMatchObject([403, { kind: 'operator' }]);
  const own = await post('/api/auth/sign-out', { cookie, origin: `http://${TEST_HOST}` });
  expect([own.status, own.headers.get('set-cookie')]).toEqual([200, expect.stringContaining('Max-Age=0')]);
  expect(await shop.runtime.authenticate(headers)).toMatchObject({ kind: 'nobody' });
});

test('the twenty-first attempt in a row from one address is turned away, whoever it names, and other addresses are not', async () => {
  const person = await addOperator(shop, 'viewer');
  const headers = from();
  for (let i = 0; i < 20; i += 1) {
    const guess = { email: `${i}@latchkey.example`, password: 'guess' };
    expect(await attempt(guess, headers)).toEqual({ kind: 'wrong' });
  }
  expect(await attempt(person, headers)).toMatchObject({
    kind: 'too_many',
    of: 'address',
    retryAfterSeconds: expect.any(Number),
  });
  expect(await attempt(person)).toMatchObject({ kind: 'signed_in' });
});

test('the eleventh attempt with one e-mail address is turned away from wherever it comes, also by the API, others are not', async () => {
  const person = await addOperator(shop, 'viewer');
  for (let i = 0; i < 10; i += 1) {
    const guess = { email: i % 2 ? person.email.toUpperCase() : person.email, password: 'guess' };
    expect(await attempt(guess)).toEqual({ kind: 'wrong' });
  }
  const refused = await attempt(person);
  expect(refused).toMatchObject({ kind: 'too_many', of: 'email' });
  expect(refused.kind === 'too_many' && refused.retryAfterSeconds).toBeGreaterThan(800);
  const direct = await post('/api/auth/sign-in/email', { origin: `http://${TEST_HOST}` }, person);
  expect([direct.status, direct.headers.get('set-cookie')]).toEqual([429, null]);
  expect(await attempt(await addOperator(shop, 'viewer'))).toMatchObject({ kind: 'signed_in' });

  // Going on does not prolong it; once the quarter of an hour is over, the person gets in.
  await shop.observer.query(
    `UPDATE rate_limit SET last_request = last_request - 900000 WHERE key LIKE 'sign-in-email:%' AND count > 10`,
  );
  expect(await attempt(person)).toMatchObject({ kind: 'signed_in' });
});

test('attempts with one e-mail address at once are all counted, and the count says of whom to nobody', async () => {
  const person = await addOperator(shop, 'viewer');
  const sent = await Promise.all(Array.from({ length: 14 }, () => attempt({ ...person, password: 'guess' })));
  expect(sent.filter(({ kind }) => kind === 'too_many')).toHaveLength(4);
  const { rows } = await shop.observer.query<{ key: string }>('SELECT key FROM rate_limit');
  expect(rows.map(({ key }) => key).join()).not.toContain(person.email);
});

test('a sign-in that succeeds starts the count of its e-mail address anew', async () => {
  const person = await addOperator(shop, 'viewer');
  for (let round = 0; round < 3; round += 1) {
    for (let i = 0; i < 5; i += 1) expect(await attempt({ ...person, password: 'guess' })).toEqual({ kind: 'wrong' });
    expect(await attempt(person)).toMatchObject({ kind: 'signed_in' });
  }
});

test('an operator is known to have signed in when the session began', async () => {
  const headers = await signedIn(shop, await addOperator(shop, 'viewer'));
  const now = async () => {
    const actor = await shop.runtime.authenticate(headers);
    return actor.kind === 'operator' ? actor.signedInAt.getTime() : Number.NaN;
  };
  expect(Math.abs((await now()) - Date.now())).toBeLessThan(60_000);
  await shop.observer.query(`UPDATE session SET created_at = created_at - interval '20 min'`);
  expect(Date.now() - (await now())).toBeGreaterThan(19 * 60_000);
});

test('a sign-in that another site sends is refused', async () => {
  const { email, password } = await addOperator(shop, 'viewer');
  const foreign = await post('/api/auth/sign-in/email', { origin: 'https://evil.example' }, { email, password });
  expect([foreign.status, foreign.headers.get('set-cookie')]).toEqual([403, null]);
  const own = await post('/api/auth/sign-in/email', { origin: `http://${TEST_HOST}` }, { email, password });
  expect(own.status).toBe(200);
});

test('nobody signs up, and routes that nothing needs are closed', async () => {
  const person = { email: 'new@latchkey.example', password: 'long enough 123', name: 'New' };
  for (const path of ['/api/auth/sign-up/email', '/api/auth/admin/create-user', '/api/auth/update-user']) {
    expect((await post(path, { origin: `http://${TEST_HOST}` }, person)).status).toBe(404);
  }
  await expect(shop.runtime.auth.of(from()).api.signUpEmail({ body: person })).rejects.toThrow(/sign up/i);
});
