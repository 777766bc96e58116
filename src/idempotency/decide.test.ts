import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decision, decide, retryAfter } from './decide.ts';
import { fingerprintRequest } from './fingerprint.ts';
import type {
  AnswerKept,
  CompletedRecord,
  InProgressRecord,
  RecordView,
  RetentionWindow,
  UnknownRecord,
} from './record.ts';

const secret = Buffer.alloc(32, 7);
const requestOf = (amount: number, procedure = 'orders.pay', scope = 'acc_1') => ({
  procedure,
  fingerprintAt: (version: number) => fingerprintRequest({ secret, scope, procedure, input: { amount } }, version),
});
const first = requestOf(10);

const base = {
  id: 41n,
  procedure: first.procedure,
  attempt: 1,
  fingerprint: first.fingerprintAt(1),
  createdAt: new Date('2026-01-01T00:00:00Z'),
};
const running = (leaseLeftMs: number, nextTryLeftMs = leaseLeftMs): InProgressRecord => ({
  ...base,
  state: 'IN_PROGRESS',
  leaseLeftMs,
  nextTryLeftMs,
  parkedReason: null,
});
const unknown: UnknownRecord = { ...base, state: 'UNKNOWN', heldBy: null };
const completed = (changes: Partial<CompletedRecord> = {}): CompletedRecord => ({
  ...base,
  state: 'COMPLETED',
  window: 'answer',
  outcome: 'success',
  outcomeStatus: 200,
  answer: '{"json":{"orderId":"o-1"}}',
  answerKept: 'full',
  resourceId: 'o-1',
  completedAt: new Date('2026-01-01T00:00:01Z'),
  ...changes,
});
const reasonOf = (decision: Decision): string => (decision.do === 'refuse' ? decision.refusal.reason : decision.do);

const windows: RetentionWindow[] = ['answer', 'key', 'memory'];
const kinds: AnswerKept[] = ['full', 'reference', 'too_large', 'not_serializable', 'purged'];
const everyRecord: RecordView[] = [
  running(20_000),
  running(1),
  running(0),
  running(-1),
  unknown,
  ...windows.flatMap((window) =>
    kinds.flatMap((answerKept) =>
      (['success', 'refusal'] as const).map((outcome) =>
        completed({ window, answerKept, outcome, answer: answerKept === 'full' ? '{}' : null }),
      ),
    ),
  ),
];

describe('the fingerprint comes first', () => {
  test('case 30: another request under the key is a conflict in every state and window, and learns nothing else', () => {
    for (const record of everyRecord) {
      const decision = decide(record, requestOf(11));
      expect(decision).toMatchObject({ do: 'refuse', conflict: true });
      if (decision.do !== 'refuse') continue;
      expect(Object.keys(decision.refusal).sort()).toEqual(['differingFields', 'message', 'reason', 'recordId']);
      expect(decision.refusal).toMatchObject({ reason: 'key_conflict', recordId: '41', differingFields: ['amount'] });
    }
  });

  test('case 30: another procedure under the key is a conflict that names the procedure', () => {
    for (const record of everyRecord) {
      expect(decide(record, requestOf(10, 'orders.refund'))).toMatchObject({
        do: 'refuse',
        conflict: true,
        refusal: { reason: 'key_conflict', differingFields: ['(procedure)'] },
      });
    }
  });

  test('case 12: a record that reached the wrong account would be a conflict, never a replay', () => {
    for (const record of everyRecord)
      expect(reasonOf(decide(record, requestOf(10, 'orders.pay', 'acc_2')))).toBe('key_conflict');
  });

  test('the same request is never a conflict', () => {
    for (const record of everyRecord) {
      const decision = decide(record, first);
      expect(decision.do === 'refuse' && decision.conflict).toBe(false);
    }
  });
});

describe('a completed record', () => {
  test('is replayed while its answer is kept, successes and refusals alike', () => {
    for (const outcome of ['success', 'refusal'] as const) {
      const record = completed({ outcome });
      expect(decide(record, first)).toEqual({ do: 'replay', record });
    }
  });

  test.each([
    ['kept as a reference', { answerKept: 'reference', answer: null }],
    ['too large', { answerKept: 'too_large', answer: null }],
    ['not serializable', { answerKept: 'not_serializable', answer: null }],
    ['purged', { answerKept: 'purged', answer: null }],
    ['said to be kept and missing', { answerKept: 'full', answer: null }],
    ['said to be purged and still there', { answerKept: 'purged' }],
    ['still there, in the key window', { window: 'key' }],
  ] as const)(
    'case 20: an answer that is %s is answer_purged with what is known, and never a reason to run',
    (_what, changes) => {
      expect(decide(completed({ ...changes, outcomeStatus: 402, resourceId: null }), first)).toMatchObject({
        do: 'refuse',
        conflict: false,
        refusal: { reason: 'answer_purged', recordId: '41', originalStatus: 402, resourceId: null },
      });
    },
  );

  test('is expired in the memory window, even if its answer is still there', () => {
    expect(decide(completed({ window: 'memory' }), first)).toMatchObject({
      do: 'refuse',
      conflict: false,
      refusal: { reason: 'key_expired', recordId: '41' },
    });
  });
});

describe('case 27: a lease ends exactly at zero', () => {
  test.each([
    [1, 'in_flight'],
    [0.001, 'in_flight'],
    [0, 'recover'],
    [-0, 'recover'],
    [-1, 'recover'],
  ])('%d ms left: %s', (leaseLeftMs, what) => {
    expect(reasonOf(decide(running(leaseLeftMs), first))).toBe(what);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    '%d ms left is neither: an error',
    (left) => {
      expect(() => decide(running(left), first)).toThrow(`Record 41 has ${left} ms of lease left`);
    },
  );

  test.each([
    [1, 250],
    [250, 250],
    [1_200.2, 1_201],
    [30_000, 5_000],
  ])('with %d ms left the client comes back after %d ms', (left, ms) => {
    expect(retryAfter(running(left))).toBe(ms);
    expect(decide(running(left), first)).toMatchObject({ refusal: { retryAfterMs: ms, recordId: '41' } });
  });
});

describe('a lapsed record is nobody’s to go on with before its next try', () => {
  test.each([
    [-1, 0, 'recover'],
    [0, -60_000, 'recover'],
    [0, 0.001, 'in_flight'],
    [-600_000, 600_000, 'in_flight'],
    [1, -1, 'in_flight'],
  ])('%d ms of lease and %d ms until the next try left: %s', (leaseLeftMs, nextTryLeftMs, what) => {
    expect(reasonOf(decide(running(leaseLeftMs, nextTryLeftMs), first))).toBe(what);
  });

  test.each([
    [1, 250],
    [8_000, 8_000],
    [600_000, 60_000],
  ])('with %d ms until the next try the client comes back after %d ms', (left, ms) => {
    expect(decide(running(0, left), first)).toMatchObject({ refusal: { reason: 'in_flight', retryAfterMs: ms } });
  });

  test('and a next try that is no time is an error', () => {
    expect(() => decide(running(0, Number.NaN), first)).toThrow('Record 41 has NaN ms until its next try');
  });
});

test('an unknown outcome is said to be unknown and gives no time to come back', () => {
  const decision = decide(unknown, first);
  expect(decision).toMatchObject({
    do: 'refuse',
    conflict: false,
    refusal: { reason: 'outcome_unknown', recordId: '41' },
  });
  expect(decision.do === 'refuse' && decision.refusal.retryAfterMs).toBeUndefined();
});

/** The moves of a record as DESIGN draws them; a move that is not legal in a state leaves it alone, as its SQL would. */
const move = (record: RecordView, name: string): RecordView => {
  switch (name) {
    case 'lapse':
      return record.state === 'IN_PROGRESS' ? { ...record, leaseLeftMs: -1 } : record;
    case 'renew':
      return record.state === 'IN_PROGRESS' && record.leaseLeftMs > 0 ? { ...record, leaseLeftMs: 30_000 } : record;
    case 'take over':
      return record.state === 'IN_PROGRESS' && record.leaseLeftMs <= 0
        ? { ...record, leaseLeftMs: 30_000, attempt: record.attempt + 1 }
        : record;
    case 'cannot tell':
      return record.state === 'IN_PROGRESS' ? { ...unknown, attempt: record.attempt } : record;
    case 'look-up answers':
      return record.state === 'UNKNOWN' ? { ...running(30_000), attempt: record.attempt + 1 } : record;
    case 'complete':
      return record.state === 'IN_PROGRESS' ? completed({ attempt: record.attempt }) : record;
    case 'purge':
      return record.state === 'COMPLETED' ? { ...record, answer: null, answerKept: 'purged' } : record;
    case 'age':
      return record.state === 'COMPLETED'
        ? { ...record, window: record.window === 'answer' ? 'key' : 'memory' }
        : record;
    default:
      throw new Error(`No such move: ${name}`);
  }
};
const moves = ['lapse', 'renew', 'take over', 'cannot tell', 'look-up answers', 'complete', 'purge', 'age'];

describe('under every interleaving of moves', () => {
  const history = (names: string[]): RecordView[] => {
    const records: RecordView[] = [running(30_000)];
    for (const name of names) records.push(move(records.at(-1) ?? running(30_000), name));
    return records;
  };

  test('what a request gets follows from the state alone, and a completed intent never runs again', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...moves), { maxLength: 14 }), (names) => {
        const records = history(names);
        const completedAt = records.findIndex((record) => record.state === 'COMPLETED');
        for (const [at, record] of records.entries()) {
          const decision = decide(record, first);
          if (decision.do === 'recover') {
            expect(record).toMatchObject({ state: 'IN_PROGRESS' });
            expect(completedAt === -1 || at < completedAt).toBe(true);
          }
          if (decision.do === 'replay') expect(completedAt >= 0 && at >= completedAt).toBe(true);
          if (record.state === 'UNKNOWN') expect(reasonOf(decision)).toBe('outcome_unknown');
          expect(reasonOf(decide(record, requestOf(11)))).toBe('key_conflict');
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test('answers only ever fade: replay, then answer_purged, then key_expired', () => {
    const order = ['replay', 'answer_purged', 'key_expired'];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('purge', 'age', 'lapse', 'take over', 'complete'), { maxLength: 10 }),
        (names) => {
          const seen = history(['complete', ...names])
            .slice(1)
            .map((record) => order.indexOf(reasonOf(decide(record, first))));
          expect(seen).not.toContain(-1);
          expect(seen).toEqual([...seen].sort());
        },
      ),
    );
  });
});
