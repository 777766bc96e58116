import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { signIn } from '../auth/sign-in.ts';
import { insertAccount, insertOperator } from '../cli/seed/insert.ts';
import type { OperatorRole } from '../desk/permissions.ts';
import { freshAddress } from './fresh-address.ts';
import type { TestShop } from './shop.ts';

export type Person = { readonly email: string; readonly password: string };

/** Host under which the people of tests reach the app. */
export const TEST_HOST = 'shop.test';

const inSession = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return await work(client).finally(() => client.end());
};

const person = (): Person => ({ email: `${randomUUID()}@latchkey.example`, password: randomUUID() });

/** Adds an operator as the seed does. */
export const addOperator = async (shop: TestShop, role: OperatorRole): Promise<Person> => {
  const operator = person();
  await inSession(shop.url, (client) => insertOperator(client, { ...operator, role }));
  return operator;
};

/** Adds an account with its customer and API key as the seed does. */
export const addCustomer = async (shop: TestShop): Promise<Person & { name: string; apiKey: string }> => {
  const account = { ...person(), name: `acc ${randomUUID()}`, apiKey: `lk_${randomUUID()}` };
  await inSession(shop.url, (client) => insertAccount(client, account));
  return account;
};

/** Signs in, from an address of its own unless told otherwise, and gives the headers of the requests that follow. */
export const signedIn = async (shop: TestShop, { email, password }: Person): Promise<Headers> => {
  const headers = new Headers({ host: TEST_HOST, 'x-forwarded-for': freshAddress() });
  const result = await signIn(shop.runtime.auth, headers, { email, password });
  if (result.kind !== 'signed_in') throw new Error(`Signing in as ${email} ended as ${result.kind}.`);
  headers.set('cookie', result.setCookie.map((line) => line.split(';')[0]).join('; '));
  return headers;
};
