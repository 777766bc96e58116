import fc from 'fast-check';
import { expect, test } from 'vitest';
import { REASONS } from '../../idempotency/reason.ts';
import type { Failure } from '../failure.ts';
import { makeIntent } from './intent.ts';
import { type IntentEvent, type IntentState, isUnsettled, reduce } from './state.ts';

const slot = { account: 'acme', procedure: 'orders.place', name: 'tea-01' };
const fresh = () => makeIntent({ key: crypto.randomUUID(), slot, input: '{}', nowMs: 0 });

const FAILURES: readonly Failure[] = [
  ...REASONS.map((reason): Failure => ({ kind: 'key', reason, message: '' })),
  { kind: 'refused', code: 'sold_out', message: '' },
  { kind: 'input', fields: {}, message: '' },
  { kind: 'sign_in', message: '' },
  { kind: 'forbidden', message: '' },
  { kind: 'no_answer', message: '' },
  { kind: 'failed', status: 500, message: '' },
];
const failures = fc.constantFrom(...FAILURES);

const events = fc.array(
  fc.oneof(
    fc.constantFrom('submitted' as const, 'restored' as const).map((type) => ({ type, intent: fresh() })),
    fc.constantFrom<IntentEvent<number>>({ type: 'sent_again' }, { type: 'unheard_of' }, { type: 'dismissed' }),
    fc.constant<IntentEvent<number>>({ type: 'answered', answer: 1 }),
    failures.map((failure): IntentEvent<number> => ({ type: 'failed', failure })),
  ),
  { minLength: 1, maxLength: 20 },
);

const START: IntentState<number> = { phase: 'none' };
const apply = (list: readonly IntentEvent<number>[]) => list.reduce<IntentState<number>>(reduce, START);
const keyOf = (state: IntentState<number>) => (state.phase === 'none' ? null : state.intent.key);

test('the key of an unsettled intent changes in no order of events, except that a person gives up a forgotten one', () => {
  fc.assert(
    fc.property(events, (list) => {
      list.reduce<IntentState<number>>((state, event) => {
        const next = reduce(state, event);
        const givenUp = state.phase === 'forgotten' && event.type === 'dismissed';
        if (isUnsettled(state) && !givenUp) expect(keyOf(next)).toBe(keyOf(state));
        return next;
      }, START);
    }),
  );
});

test('a terminal answer is never overwritten by a late one', () => {
  fc.assert(
    fc.property(events, failures, (list, failure) => {
      const state = apply(list);
      if (state.phase !== 'succeeded' && state.phase !== 'refused') return;
      expect(reduce(state, { type: 'failed', failure })).toBe(state);
      expect(reduce(state, { type: 'answered', answer: 2 })).toBe(state);
    }),
  );
});

test('an intent under way cannot be dismissed', () => {
  const sending = reduce(START, { type: 'submitted', intent: fresh() });
  expect(reduce(sending, { type: 'dismissed' })).toBe(sending);
  const open = reduce(sending, { type: 'failed', failure: { kind: 'no_answer', message: '' } });
  expect(open.phase).toBe('open');
  expect(reduce(open, { type: 'dismissed' })).toBe(open);
});

test('only a final refusal, a conflict, an expired key, a purged answer and a malformed request settle an intent', () => {
  const settling = FAILURES.filter((failure) => {
    const sending = reduce(START, { type: 'submitted', intent: fresh() });
    return reduce(sending, { type: 'failed', failure }).phase === 'refused';
  });
  const names = settling.map((failure) => (failure.kind === 'key' ? failure.reason : failure.kind));
  expect([...new Set(names)].sort()).toEqual(
    [
      'answer_purged',
      'input',
      'key_conflict',
      'key_expired',
      'key_in_batch',
      'key_invalid',
      'key_missing',
      'refused',
    ].sort(),
  );
});
