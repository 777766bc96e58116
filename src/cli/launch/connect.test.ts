import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { useDatabase } from '../../testing/database.ts';
import { onDatabase } from '../../testing/template.ts';
import { assertDatabaseUsable } from './connect.ts';
import { assertSameInstallation } from './installation.ts';

const database = useDatabase();

test('a database that takes connections is usable', async () => {
  await expect(assertDatabaseUsable(database.url, 'given')).resolves.toBeUndefined();
});

test('a wrong password and a missing database each get their sentence, without the password', async () => {
  const wrong = new URL(inject('serverUrl'));
  wrong.password = 'hunter2';
  await expect(assertDatabaseUsable(wrong.href, 'given')).rejects.toThrow(
    /postgres:\*\*\*@.*refuses this user or password/,
  );
  const missing = onDatabase(inject('serverUrl'), 'never_made');
  await expect(assertDatabaseUsable(missing, 'given')).rejects.toThrow('that database does not exist');
});

test('the secret of the first start is accepted again, another one is refused', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await assertSameInstallation(client, 'aa'.repeat(32));
    await assertSameInstallation(client, 'aa'.repeat(32));
    await expect(assertSameInstallation(client, 'bb'.repeat(32))).rejects.toThrow('another installation secret');
  } finally {
    await client.end();
  }
});
