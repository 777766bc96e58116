import { describe, expect, test } from 'vitest';
import type { EvidenceResult } from '../../idempotency/lookup-evidence.ts';
import { Refusal } from '../../idempotency/refusal.ts';
import { type ApprovalFacts, checkApprover, checkSecondPerson } from './check-approval.ts';
import { checkDecision, type DecisionFacts } from './check-decision.ts';
import { checkTakeover, IDLE_HOLD_MS } from './check-takeover.ts';
import { confirmationCode, isCode } from './confirmation-code.ts';
import { fenceGate, HEARTBEAT_SILENCE_MS, LEASE_GRACE_MS } from './fence-gate.ts';
import type { EvidenceFacts, HoldFacts, OpenCallFacts, RecordFacts } from './flow-facts.ts';
import { LONG_UNKNOWN_MS, offersOn } from './offers.ts';

const ME = 'me';
const stuck: RecordFacts = {
  mode: 'phased',
  state: 'IN_PROGRESS',
  attempt: 3,
  parkedReason: null,
  leaseLapsedMs: LEASE_GRACE_MS,
  heartbeatAgeMs: HEARTBEAT_SILENCE_MS,
  hold: null,
};
const hold: HoldFacts = { heldBy: ME, heldName: 'Me', reason: 'a call from support', drainLeftMs: 0, idleMs: 0 };
const held: RecordFacts = { ...stuck, state: 'UNKNOWN', hold };
const byOther: HoldFacts = { ...hold, heldBy: 'you', heldName: 'You' };
const openCall: OpenCallFacts = {
  step: 'charge',
  ordinal: 1,
  keyWindowLeftMs: 1,
  sinceLastCallMs: LONG_UNKNOWN_MS - 1,
};
const evidence: EvidenceFacts = {
  id: '7',
  attempt: 3,
  step: 'charge',
  ordinal: 1,
  weight: 'authoritative',
  result: 'found_succeeded',
  keyWindowOpen: true,
  isNamed: false,
  validLeftMs: 1,
};

const reasonOf = (answer: unknown): string | null => (answer instanceof Refusal ? answer.code : null);

describe('the gate', () => {
  test.each<[string, RecordFacts, 'release' | 'resolve', string | null]>([
    ['opens for a silent owner', stuck, 'release', null],
    [
      'opens for an unknown outcome',
      { ...stuck, state: 'UNKNOWN', leaseLapsedMs: 0, heartbeatAgeMs: 0 },
      'resolve',
      null,
    ],
    [
      'opens for a parked record',
      { ...stuck, parkedReason: 'spent', leaseLapsedMs: 0, heartbeatAgeMs: 0 },
      'resolve',
      null,
    ],
    ['refuses a running lease', { ...stuck, leaseLapsedMs: -1 }, 'release', 'lease_running'],
    ['refuses a lease within its grace', { ...stuck, leaseLapsedMs: LEASE_GRACE_MS - 1 }, 'release', 'lease_grace'],
    ['refuses a fresh heartbeat', { ...stuck, heartbeatAgeMs: HEARTBEAT_SILENCE_MS - 1 }, 'release', 'heartbeat'],
    ['refuses a completed record', { ...stuck, state: 'COMPLETED' }, 'release', 'completed'],
    ['refuses a transactional record', { ...stuck, mode: 'transactional' }, 'release', 'transactional'],
    ['refuses to release what is unknown', { ...stuck, state: 'UNKNOWN' }, 'release', 'unknown_already'],
    ['refuses to resolve what is in progress', stuck, 'resolve', 'not_unknown'],
    ['refuses what somebody else holds', { ...held, hold: byOther }, 'resolve', 'held'],
    ['says so to the holder', held, 'resolve', 'held_by_you'],
  ])('%s', (_, facts, flow, reason) => {
    expect(reasonOf(fenceGate(facts, flow, ME))).toBe(reason);
  });
});

describe('what an evidence offers', () => {
  const closed = { ...openCall, keyWindowLeftMs: 0 };
  const long = { ...openCall, sinceLastCallMs: LONG_UNKNOWN_MS };
  test.each<[EvidenceResult, string, OpenCallFacts, Partial<EvidenceFacts>, readonly string[]]>([
    ['found_succeeded', 'whenever', openCall, {}, ['adopt']],
    ['found_succeeded', 'by a named id, within 72 hours', openCall, { isNamed: true }, []],
    ['found_succeeded', 'by a named id, after 72 hours', long, { isNamed: true }, ['adopt with two']],
    ['found_failed', 'whenever', openCall, {}, ['refuse']],
    ['found_pending', 'whenever', long, {}, []],
    ['not_found', 'inside the window', openCall, {}, ['release']],
    ['not_found', 'past the window', closed, {}, ['refuse', 'release with two']],
    [
      'not_found',
      'inside at the decision but past at the look-up',
      openCall,
      { keyWindowOpen: false },
      ['refuse', 'release with two'],
    ],
    ['ambiguous', 'within 72 hours', openCall, {}, []],
    ['ambiguous', 'after 72 hours', long, {}, ['refuse with two']],
    ['unavailable', 'within 72 hours', openCall, {}, []],
    ['unavailable', 'after 72 hours', long, {}, ['refuse with two']],
  ])('%s, %s', (...[result, , call, differs, expected]) => {
    const offers = offersOn({ ...evidence, result, ...differs }, call);
    expect(offers.map(({ decision, needsSecondPerson }) => decision + (needsSecondPerson ? ' with two' : ''))).toEqual(
      expected,
    );
  });

  test('no open call: it can be released without evidence', () => {
    expect(offersOn(null, null)).toMatchObject([{ decision: 'release', needsSecondPerson: false }]);
  });

  test('an open call without evidence offers nothing', () => {
    expect(offersOn(null, openCall)).toEqual([]);
  });
});

describe('a decision', () => {
  const facts: DecisionFacts = { record: held, openCall, evidence };
  const asked = { decision: 'adopt', seenAttempt: 3 } as const;
  test.each<
    [string, Partial<DecisionFacts>, Partial<typeof asked> | { decision: 'release' | 'refuse' }, string | null]
  >([
    ['is taken on fresh evidence of this call and attempt', {}, {}, null],
    ['is refused on another attempt than was seen', { record: { ...held, attempt: 4 } }, {}, 'changed'],
    ['is refused on a record that nobody holds', { record: { ...held, hold: null } }, {}, 'not_held'],
    ['is refused on what somebody else holds', { record: { ...held, hold: byOther } }, {}, 'not_yours'],
    ['is refused during the drain', { record: { ...held, hold: { ...hold, drainLeftMs: 1 } } }, {}, 'draining'],
    ['is refused without evidence', { evidence: null }, {}, 'evidence_needed'],
    ['is refused on an advisory look-up', { evidence: { ...evidence, weight: 'advisory' } }, {}, 'evidence_advisory'],
    [
      'is refused on evidence that is ten minutes old',
      { evidence: { ...evidence, validLeftMs: 0 } },
      {},
      'evidence_expired',
    ],
    [
      'is refused on evidence of an earlier attempt',
      { evidence: { ...evidence, attempt: 2 } },
      {},
      'evidence_other_attempt',
    ],
    ['is refused on evidence of another step', { evidence: { ...evidence, step: 'ship' } }, {}, 'evidence_other_call'],
    ['is refused on evidence of another ordinal', { evidence: { ...evidence, ordinal: 2 } }, {}, 'evidence_other_call'],
    ['is refused where the evidence does not offer it', {}, { decision: 'release' }, 'not_offered'],
    ['to refuse a charge that was found is not offered', {}, { decision: 'refuse' }, 'not_offered'],
    ['to release local work needs no evidence', { openCall: null, evidence: null }, { decision: 'release' }, null],
  ])('%s', (_, differs, ask, reason) => {
    expect(reasonOf(checkDecision({ ...facts, ...differs }, { ...asked, ...ask }, ME))).toBe(reason);
  });
});

describe('the second person', () => {
  const approval: ApprovalFacts = {
    id: '1',
    attempt: 3,
    evidenceId: '7',
    decision: 'release',
    askedBy: ME,
    askedName: 'Me',
    approvedBy: 'you',
    isClosed: false,
  };
  const of = { decision: 'release', evidenceId: '7', attempt: 3 } as const;
  test.each<[string, Partial<ApprovalFacts>, string | null]>([
    ['has approved this decision on this evidence', {}, null],
    ['has not answered yet', { approvedBy: null }, 'second_person_needed'],
    ['is the same one', { approvedBy: ME }, 'same_person'],
    ['saw another evidence', { evidenceId: '6' }, 'second_person_needed'],
    ['approved another decision', { decision: 'refuse' }, 'second_person_needed'],
    ['approved at another attempt', { attempt: 2 }, 'second_person_needed'],
    ['was asked by somebody else', { askedBy: 'you', approvedBy: 'them' }, 'second_person_needed'],
    ['was asked in a question that is closed', { isClosed: true }, 'second_person_needed'],
  ])('%s', (_, differs, reason) => {
    expect(reasonOf(checkSecondPerson({ ...approval, ...differs }, of, ME))).toBe(reason);
  });

  test.each<[string, Partial<ApprovalFacts>, string, number, string | null]>([
    ['somebody else approves', { approvedBy: null }, 'you', 3, null],
    ['who asked may not', { approvedBy: null }, ME, 3, 'same_person'],
    ['not twice', {}, 'you', 3, 'approval_closed'],
    ['not what was withdrawn', { approvedBy: null, isClosed: true }, 'you', 3, 'approval_closed'],
    ['not when the record moved on', { approvedBy: null }, 'you', 4, 'changed'],
  ])('%s', (...[, differs, who, attempt, reason]) => {
    expect(reasonOf(checkApprover({ ...approval, ...differs }, attempt, who))).toBe(reason);
  });
});

test.each<[string, RecordFacts, string | null]>([
  ['a hold idle for half an hour may be taken over', { ...held, hold: { ...byOther, idleMs: IDLE_HOLD_MS } }, null],
  ['one idle for less may not', { ...held, hold: { ...byOther, idleMs: IDLE_HOLD_MS - 1 } }, 'hold_not_idle'],
  ['nor the own one', { ...held, hold: { ...hold, idleMs: IDLE_HOLD_MS } }, 'held_by_you'],
  ['nor what nobody holds', stuck, 'not_held'],
  ['nor on a stale screen', { ...held, attempt: 4, hold: { ...byOther, idleMs: IDLE_HOLD_MS } }, 'changed'],
])('%s', (_, record, reason) => {
  expect(reasonOf(checkTakeover(record, 3, ME))).toBe(reason);
});

test('a code is eight characters that are of this record, attempt, decision and evidence alone', () => {
  const secret = Buffer.alloc(32, 1);
  const of = { recordId: '1', attempt: 3, decision: 'adopt', evidenceId: '7' } as const;
  const others = [{ recordId: '2' }, { attempt: 4 }, { decision: 'refuse' as const }, { evidenceId: '8' }];
  const codes = [of, ...others.map((differs) => ({ ...of, ...differs }))].map((one) => confirmationCode(secret, one));
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  const [code = ''] = codes;
  expect(isCode(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`, code)).toBe(true);
  expect(isCode(code.slice(0, 7), code)).toBe(false);
});
