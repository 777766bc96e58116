import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { variableNames } from './env/variables.ts';
import { EnvironmentError, parseEnv } from './env.ts';

test('an empty environment is a complete one', () => {
  expect(parseEnv({ READ_ONLY: '' })).toMatchObject({
    port: 3000,
    leaseMs: 30_000,
    readOnly: false,
    databaseUrl: undefined,
  });
});

test.each([
  ['PORT', '99999', '"99999"; expected a whole number from 1 to 65535'],
  ['PORT', '80.5', '"80.5"'],
  ['LEASE_MS', '0', '"0"; expected a whole number from 1000'],
  ['LEASE_MS', 'Infinity', '"Infinity"'],
  ['COMPLETER_INTERVAL_MS', '-1', '"-1"'],
  ['ANSWER_RETENTION_HOURS', '1e3', '"1e3"'],
  ['READ_ONLY', 'yes', '"yes"; expected 1, true, 0 or false'],
  ['DATABASE_URL', 'mysql://u:pw@h/d', '"mysql://u:***@h/d"; expected a URL such as postgresql://'],
])('%s=%s is refused by a sentence that names it and what it should be', (name, value, part) => {
  expect(() => parseEnv({ [name]: value })).toThrow(EnvironmentError);
  expect(() => parseEnv({ [name]: value })).toThrow(`${name} is ${part}`);
});

test.each([
  ['LATCHKEY_SECRET', 'hunter2'],
  ['STRIPE_SECRET_KEY', 'hunter2'],
  ['DATABASE_URL', 'http://me:hunter2@db/x?password=hunter2'],
  ['DATABASE_URL', 'postgres//me:hunter2@db:nonsense'],
  ['DATABASE_URL', 'http://me:hunter2@hunter2@db/x'],
])('a wrong %s never shows its secret', (name, value) => {
  try {
    parseEnv({ [name]: value });
    expect.unreachable();
  } catch (error) {
    expect(String(error)).toContain(name);
    expect(String(error)).not.toContain('hunter2');
  }
});

test('every wrong variable is named at once, and an answer never outlives its key', () => {
  expect(() => parseEnv({ PORT: 'x', LEASE_MS: 'y' })).toThrow(/PORT[\s\S]*LEASE_MS/);
  expect(() => parseEnv({ ANSWER_RETENTION_HOURS: '48', KEY_RETENTION_HOURS: '47' })).toThrow(
    'KEY_RETENTION_HOURS is "47"',
  );
});

test('.env.example and the README explain exactly the variables that are read', () => {
  const example = readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=/gm);
  expect([...example].map(([, name]) => name)).toEqual(variableNames);
  if (!existsSync('README.md')) return;
  const rows = readFileSync('README.md', 'utf8').matchAll(/^\|\s*`([A-Z_]+)`/gm);
  expect([...rows].map(([, name]) => name).sort()).toEqual([...variableNames].sort());
});
