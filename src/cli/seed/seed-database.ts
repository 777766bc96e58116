import { join } from 'node:path';
import type pg from 'pg';
import { writePrivateJson } from '../launch/private-file.ts';
import { insertAccount, insertEscrows, insertOperator, insertProducts } from './insert.ts';
import { inventPeople } from './people.ts';

/** Where the sign-ins of a seeded installation are written. */
export const credentialsPath = (dataDir: string): string => join(dataDir, 'credentials.json');

/**
 * Fills an empty database (no account in it) with the demo shop, in one transaction, and writes the sign-ins to
 * DATA_DIR/credentials.json; returns whether it did. Of two processes at once only one seeds.
 */
export async function seedEmptyDatabase(client: pg.Client, dataDir: string): Promise<boolean> {
  await client.query('BEGIN');
  try {
    // Held to the end of the transaction; conflicts with itself, so the second process waits and then finds accounts.
    await client.query('LOCK TABLE public.account IN SHARE ROW EXCLUSIVE MODE');
    const { rowCount } = await client.query('SELECT 1 FROM public.account LIMIT 1');
    if (rowCount === 0) await fill(client, dataDir);
    await client.query('COMMIT');
    return rowCount === 0;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function fill(client: pg.Client, dataDir: string): Promise<void> {
  const people = inventPeople();
  await insertProducts(client);
  for (const account of people.accounts) await insertEscrows(client, await insertAccount(client, account));
  for (const operator of people.operators) await insertOperator(client, operator);
  // Before the commit: if we die in between, the next start seeds anew and writes a new file. The other way round, the
  // passwords of a committed database would be known to nobody.
  writePrivateJson(credentialsPath(dataDir), people);
}
