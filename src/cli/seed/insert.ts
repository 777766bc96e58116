import { createHash, randomUUID } from 'node:crypto';
import { hashPassword } from 'better-auth/crypto';
import type pg from 'pg';
import { escrows } from './escrows.ts';
import type { SeedAccount, SeedOperator } from './people.ts';
import { currency, products } from './products.ts';

type Person = {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly accountId: string | null;
};

/** Inserts the demo's products. */
export async function insertProducts(client: pg.Client): Promise<void> {
  for (const { sku, name, priceCents, stock } of products) {
    await client.query(
      'INSERT INTO public.product (sku, name, price_cents, currency, stock) VALUES ($1, $2, $3, $4, $5)',
      [sku, name, priceCents, currency, stock],
    );
  }
}

/** Inserts an account with its customer and its API key, of which only the SHA-256 is stored; gives the account's id. */
export async function insertAccount(client: pg.Client, { name, apiKey, ...person }: SeedAccount): Promise<string> {
  const accountId = randomUUID();
  await client.query('INSERT INTO public.account (id, name) VALUES ($1, $2)', [accountId, name]);
  const hash = createHash('sha256').update(apiKey).digest();
  await client.query('INSERT INTO public.api_key (id, account_id, hash, hint) VALUES ($1, $2, $3, $4)', [
    randomUUID(),
    accountId,
    hash,
    apiKey.slice(-4),
  ]);
  await insertPerson(client, { ...person, role: 'customer', accountId });
  return accountId;
}

/** Inserts money that is held for the account's suppliers, in the demo. */
export async function insertEscrows(client: pg.Client, accountId: string): Promise<void> {
  for (const { beneficiary, amountCents } of escrows) {
    await client.query(
      'INSERT INTO public.escrow (id, account_id, amount_cents, currency, beneficiary) VALUES ($1, $2, $3, $4, $5)',
      [`esc_${randomUUID()}`, accountId, amountCents, currency, beneficiary],
    );
  }
}

/** Inserts an operator of the desk. */
export async function insertOperator(client: pg.Client, operator: SeedOperator): Promise<void> {
  await insertPerson(client, { ...operator, accountId: null });
}

async function insertPerson(client: pg.Client, { email, password, role, accountId }: Person): Promise<void> {
  const id = randomUUID();
  const name = email.replace(/\.example$/, '');
  await client.query(
    `INSERT INTO public."user" (id, name, email, email_verified, role, account_id) VALUES ($1, $2, $3, true, $4, $5)`,
    [id, name, email, role, accountId],
  );
  // better-auth's shape of an e-mail and password sign-in: provider "credential", whose account is the user.
  await client.query(
    `INSERT INTO public.credential (id, user_id, account_id, provider_id, password) VALUES ($1, $2, $2, 'credential', $3)`,
    [randomUUID(), id, await hashPassword(password)],
  );
}
