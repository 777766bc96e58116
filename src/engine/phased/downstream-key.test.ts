import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { downstreamKey } from './downstream-key.ts';

const secret = Buffer.alloc(32, 1);
const call = { scope: 'acc_1', key: randomUUID(), step: 'charge', ordinal: 1 };

test('a downstream key is the same on every attempt, and another one for every scope, key, step and ordinal', () => {
  const calls = [
    call,
    { ...call, scope: 'acc_2' },
    { ...call, key: randomUUID() },
    { ...call, step: 'capture' },
    { ...call, ordinal: 2 },
    // A boundary moved between two parts is another call, too.
    { ...call, scope: `acc_1","${call.key}`, key: '' },
  ];
  const keys = calls.map((of) => downstreamKey(secret, of));
  expect(new Set(keys).size).toBe(calls.length);
  expect(calls.map((of) => downstreamKey(secret, { ...of }))).toEqual(keys);
  expect(downstreamKey(Buffer.alloc(32, 2), call)).not.toBe(keys[0]);
});

test('a downstream key tells nothing of the client’s key and fits a header', () => {
  expect(downstreamKey(secret, call)).toMatch(/^lk_[\w-]{43}$/);
  expect(downstreamKey(secret, call)).not.toContain(call.key.slice(0, 8));
});
