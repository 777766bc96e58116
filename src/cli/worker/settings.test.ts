import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseEnv } from '../../env.ts';
import { workerSettings } from './settings.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'latchkey-worker-'));
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const SECRETS = {
  latchkeySecretHex: 'ab'.repeat(32),
  betterAuthSecret: 'b'.repeat(40),
  postgresPassword: 'p'.repeat(20),
};
const RUNNING = { databaseUrl: 'postgresql://u:p@127.0.0.1:5000/latchkey', providerUrl: 'http://127.0.0.1:4242' };
const GIVEN = {
  DATABASE_URL: 'postgresql://u:p@db:5432/latchkey',
  LATCHKEY_SECRET: 'cd'.repeat(32),
  BETTER_AUTH_SECRET: 'c'.repeat(40),
  PROVIDER_URL: 'http://sandbox:4242',
};
const settingsOf = (variables: Record<string, string>) => workerSettings(parseEnv({ DATA_DIR: dataDir, ...variables }));
const without = (name: keyof typeof GIVEN) => {
  const { [name]: _, ...rest } = GIVEN;
  return rest;
};

test('on another machine the environment says everything', () => {
  const { DATABASE_URL: databaseUrl, LATCHKEY_SECRET: latchkeySecretHex, PROVIDER_URL: providerUrl } = GIVEN;
  expect(settingsOf(GIVEN)).toMatchObject({ databaseUrl, latchkeySecretHex, providerUrl });
});

test.each(['DATABASE_URL', 'LATCHKEY_SECRET', 'BETTER_AUTH_SECRET', 'PROVIDER_URL'] as const)(
  'without %s the worker says that it is missing',
  (name) => {
    expect(() => settingsOf(without(name))).toThrow(`also needs ${name}`);
  },
);

test('with a key of Stripe no sandbox is needed', () => {
  expect(settingsOf({ ...without('PROVIDER_URL'), STRIPE_SECRET_KEY: 'sk_test_1' }).databaseUrl).toBe(
    GIVEN.DATABASE_URL,
  );
});

test('with nothing set, nothing running and no secrets, it says what to do', () => {
  expect(() => settingsOf({})).toThrow(`Nothing runs on DATA_DIR ${dataDir}`);
});

test('with nothing set it helps what runs on the machine', () => {
  writeFileSync(join(dataDir, 'runtime.json'), JSON.stringify(RUNNING));
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(SECRETS));
  const { postgresPassword: _, ...used } = SECRETS;
  expect(settingsOf({})).toMatchObject({ ...RUNNING, ...used });
});
