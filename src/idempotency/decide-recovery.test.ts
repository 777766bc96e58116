import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decideFirst, decideRecovery, isProgress, MAX_ORDINALS, type OpenCall } from './decide-recovery.ts';
import type { ExpectedEffect, LookupResult } from './external-operation.ts';

const raw = '{}';
const amounts = fc.constantFrom(null, { cents: 500, currency: 'EUR' }, { cents: 499, currency: 'EUR' });
const accounts = fc.constantFrom(null, 'acc_1', 'acc_2');
const founds: fc.Arbitrary<LookupResult> = fc.oneof(
  fc
    .record({ amount: amounts, account: accounts })
    .map((of) => ({ found: 'succeeded', providerId: 'p', ...of, raw }) as const),
  fc.constant({ found: 'pending', providerId: 'p', raw } as const),
  fc.constant({ found: 'failed', providerId: null, code: 'no', message: 'No.', raw } as const),
  fc.constant({ found: 'absent', raw } as const),
  fc.constant({ found: 'cannot_tell', why: 'down' } as const),
);
const opens: fc.Arbitrary<OpenCall> = fc.record({
  state: fc.constantFrom('intended', 'confirmed', 'absent', 'failed', 'cannot_tell'),
  isOver: fc.boolean(),
  keyWindowIsOpen: fc.boolean(),
  replaysServerError: fc.boolean(),
  ordinal: fc.integer({ min: 1, max: MAX_ORDINALS + 2 }),
});
const expecteds: fc.Arbitrary<ExpectedEffect> = fc.record({ amount: amounts, account: accounts });

describe('whatever is known of a call and whatever a look-up says of it', () => {
  test('the provider is called again only under a key that it knows, after a call that is over and without an effect', () => {
    fc.assert(
      fc.property(founds, opens, expecteds, (found, call, expected) => {
        const recovery = decideRecovery(found, call, expected);
        const isAbsent = found.found === 'absent' && call.isOver;
        if (recovery.do === 'call_again')
          expect([isAbsent, call.keyWindowIsOpen, call.replaysServerError]).toEqual([true, true, false]);
        if (recovery.do === 'next_ordinal') {
          expect([isAbsent, call.replaysServerError, call.ordinal < MAX_ORDINALS]).toEqual([true, true, true]);
        }
        if (recovery.do === 'adopt') {
          expect(found.found).toBe('succeeded');
          if (found.found === 'succeeded' && expected.amount) expect(found.amount).toEqual(expected.amount);
          if (found.found === 'succeeded' && expected.account !== null) expect(found.account).toBe(expected.account);
        }
        if (recovery.do === 'decline') expect(found.found).toBe('failed');
      }),
      { numRuns: 2_000 },
    );
  });

  test('an unknown record is reopened only where its run, seeing the same, gets further and is not unknown again', () => {
    fc.assert(
      fc.property(founds, opens, expecteds, (found, call, expected) => {
        const recovery = decideRecovery(found, call, expected);
        if (!isProgress(recovery)) {
          expect(['ask_again', 'unknown']).toContain(recovery.do);
          return;
        }
        const first = decideFirst(call);
        const next = first === 'look_up' ? decideRecovery(found, call, expected).do : first;
        expect(['adopt', 'decline', 'call_again', 'next_ordinal']).toContain(next);
      }),
      { numRuns: 2_000 },
    );
  });

  test('nothing is called without a look-up but what was settled as absent, within its window and its ordinals', () => {
    fc.assert(
      fc.property(opens, (call) => {
        const first = decideFirst(call);
        if (first === 'look_up') return;
        expect(call.state).toBe('absent');
        if (first === 'call_again') expect([call.keyWindowIsOpen, call.replaysServerError]).toEqual([true, false]);
        else expect([call.replaysServerError, call.ordinal < MAX_ORDINALS]).toEqual([true, true]);
      }),
    );
  });
});

test('an absence is final by what is known of the call', () => {
  const absent = { found: 'absent', raw } as const;
  const none = { amount: null, account: null };
  const call = {
    state: 'intended',
    isOver: true,
    keyWindowIsOpen: true,
    replaysServerError: false,
    ordinal: 1,
  } as const;
  const decided = (changes: Partial<OpenCall>) => decideRecovery(absent, { ...call, ...changes }, none);
  expect(decided({})).toEqual({ do: 'call_again' });
  expect(decided({ isOver: false })).toMatchObject({ do: 'ask_again' });
  expect(decided({ keyWindowIsOpen: false })).toMatchObject({
    do: 'unknown',
    why: expect.stringContaining('key window'),
  });
  expect(decided({ replaysServerError: true })).toEqual({ do: 'next_ordinal' });
  expect(decided({ replaysServerError: true, ordinal: MAX_ORDINALS })).toMatchObject({
    do: 'unknown',
    why: expect.stringContaining('3 ordinals'),
  });
});
