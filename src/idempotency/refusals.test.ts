import { expect, test } from 'vitest';
import { REASONS } from './reason.ts';
import * as refusals from './refusals.ts';

const all = [
  refusals.keyMissing(),
  refusals.keyInvalid('holds several keys'),
  refusals.keyInBatch(),
  refusals.keyConflict('1', ['quantity', 'sku']),
  refusals.inFlight(250, '1'),
  refusals.outcomeUnknown('1'),
  refusals.underReview('1'),
  refusals.answerPurged({ recordId: '1', originalStatus: 200, resourceId: 'o-1' }),
  refusals.keyExpired('1'),
  refusals.readOnly(5_000),
  refusals.unavailable(1_000),
];

test('each reason has its constructor, and each message says what happened in whole sentences', () => {
  expect(all.map((refusal) => refusal.reason)).toEqual([...REASONS]);
  for (const { message } of all) expect(message).toMatch(/^[A-Z].{30,}\.$/);
  expect(new Set(all.map((refusal) => refusal.message)).size).toBe(REASONS.length);
});

test('members that do not apply are absent, not undefined', () => {
  expect(Object.keys(refusals.inFlight(250))).not.toContain('recordId');
  for (const refusal of all) expect(Object.values(refusal)).not.toContain(undefined);
});

test('reasons to come back by itself carry a time, the others do not', () => {
  const timed = all.filter((refusal) => refusal.retryAfterMs !== undefined).map((refusal) => refusal.reason);
  expect(timed).toEqual(['in_flight', 'read_only', 'unavailable']);
});
