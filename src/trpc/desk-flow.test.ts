import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { callProcedure } from '../testing/call-procedure.ts';
import { auditOf, callAs, operator } from '../testing/desk.ts';
import { flowOf, standOf, unknownPayment } from '../testing/flow.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { usePayments } from '../testing/payments.ts';

const shop = usePayments();
const invariants = () => violatedInvariants(shop.url, { stock: {} });

const PAID = { record: ['COMPLETED', 'success'], order: 'paid', payments: ['succeeded'], charges: 1 };
const REFUSED = { record: ['COMPLETED', 'refusal'], order: 'placed', payments: ['failed'], charges: 0 };
const HELD = { record: ['UNKNOWN', null], order: 'placed', payments: ['pending'] };

const refusalOf = (answer: { status: number; error?: { data: { refusal?: { code: string } } } | undefined }) => [
  answer.status,
  answer.error?.data.refusal?.code,
];

describe('after each decision payment, order, record and the charges of the provider agree', () => {
  test('found-succeeded is adopted: the procedure finishes in the operator’s transaction, and one charge stands', async () => {
    const [intent, ada] = [await unknownPayment(shop, 'charged'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    expect(await flow.lookedUp(ada)).toBe('found_succeeded');
    expect((await flow.get(ada)).offers).toMatchObject([{ decision: 'adopt', needsSecondPerson: false }]);
    // It can be finished, and neither called again nor refused.
    for (const decision of ['release', 'refuse'] as const) {
      const refused = await flow.send(ada, 'decide', await flow.confirmation(ada, decision));
      expect(refusalOf(refused)).toEqual([409, 'not_offered']);
    }
    const decided = await flow.send(ada, 'decide', await flow.confirmation(ada, 'adopt'));
    expect(decided.data).toMatchObject({ end: 'completed', outcome: 'success' });
    expect(await standOf(shop, intent)).toEqual(PAID);
    const again = await shop.pay(intent);
    expect([again.status, again.replayed]).toEqual([200, true]);
    const [charge] = await shop.charges(intent);
    expect(again.data).toMatchObject({ chargeId: charge?.id, status: 'succeeded' });
    expect((await shop.sandbox.counts()).charges[shop.chargeKey(intent)]).toEqual({ calls: 1, effects: 1 });
    expect(await invariants()).toEqual([]);
  });

  test('found-failed is refused by the procedure itself, with its undo', async () => {
    const [intent, ada] = [await unknownPayment(shop, 'declined'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    expect(await flow.lookedUp(ada)).toBe('found_failed');
    expect((await flow.get(ada)).offers.map(({ decision }) => decision)).toEqual(['refuse']);
    const decided = await flow.send(ada, 'decide', await flow.confirmation(ada, 'refuse'));
    expect(decided.data).toMatchObject({ end: 'completed', outcome: 'refusal' });
    expect(await standOf(shop, intent)).toEqual(REFUSED);
    expect(refusalOf(await shop.pay(intent, { card: 'tok_chargeDeclined' }))).toEqual([402, 'card_declined']);
    expect(await invariants()).toEqual([]);
  });

  test('not-found inside the key window is released: the engine calls again under the same key, one charge', async () => {
    const [intent, ada] = [await unknownPayment(shop, 'nothing'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    expect(await flow.lookedUp(ada)).toBe('not_found');
    expect((await flow.get(ada)).offers.map(({ decision }) => decision)).toEqual(['release']);
    const decided = await flow.send(ada, 'decide', await flow.confirmation(ada, 'release'));
    expect(decided.data).toMatchObject({ end: 'goes_on', outcome: null });
    expect(await shop.charges(intent)).toEqual([]);
    expect((await shop.pay(intent)).status).toBe(200);
    expect(await standOf(shop, intent)).toEqual(PAID);
    expect((await shop.sandbox.counts()).charges[shop.chargeKey(intent)]).toMatchObject({ effects: 1 });
    expect(await invariants()).toEqual([]);
  });

  test('released without its client: the worker calls again under the same key', async () => {
    const [intent, ada] = [await unknownPayment(shop, 'nothing'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    await flow.lookedUp(ada);
    await flow.send(ada, 'decide', await flow.confirmation(ada, 'release'));
    expect(await shop.complete()).toMatchObject({ completed: 1 });
    expect(await standOf(shop, intent)).toEqual(PAID);
  });

  test('not-found past the key window is refused with its undo, and watched', async () => {
    const [intent, ada] = [await unknownPayment(shop, 'nothing'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    await flow.pastKeyWindow();
    await flow.lookedUp(ada);
    const { offers } = await flow.get(ada);
    expect(offers).toMatchObject([
      { decision: 'refuse', needsSecondPerson: false },
      { decision: 'release', needsSecondPerson: true },
    ]);
    await flow.send(ada, 'decide', await flow.confirmation(ada, 'refuse'));
    expect(await standOf(shop, intent)).toEqual(REFUSED);
    const { rows } = await shop.observer.query(
      `SELECT state, next_look_at > clock_timestamp() AS watched FROM external_reference WHERE record_id = $1`,
      [flow.id],
    );
    expect(rows).toEqual([{ state: 'absent', watched: true }]);
    expect(await invariants()).toEqual([]);
  });

  test('not-found past the key window is released by two people, and charged once', async () => {
    const [intent, ada, bob] = [await unknownPayment(shop, 'nothing'), operator('resolver'), operator('approver')];
    const flow = await flowOf(shop, intent);
    await flow.pastKeyWindow();
    await flow.lookedUp(ada);
    const { code: _, ...question } = await flow.confirmation(ada, 'release');
    const { approvalId } = (await flow.send(ada, 'ask', question)).data as { approvalId: string };
    const word = { approvalId, reason: 'I see the same empty list' };
    expect((await flow.send(bob, 'approve', word)).status).toBe(200);
    const decided = await flow.send(ada, 'decide', await flow.confirmation(ada, 'release'));
    expect(decided.data).toMatchObject({ end: 'goes_on' });
    expect(await auditOf(shop, { target: `record:${flow.id}` })).toMatchObject([
      { action: 'record.fence' },
      { action: 'record.look_up' },
      { action: 'record.ask_second_person' },
      { action: 'record.approve', actor_id: bob.userId },
      { action: 'record.decide', actor_id: ada.userId, second_actor_id: bob.userId },
    ]);
    expect((await shop.pay(intent)).status).toBe(200);
    expect(await standOf(shop, intent)).toEqual(PAID);
    expect(await invariants()).toEqual([]);
  });

  test('after 72 hours without an answer of the provider two people record the refusal; one alone may not', async () => {
    const [intent, ada, bob] = [await unknownPayment(shop, 'nothing'), operator('resolver'), operator('approver')];
    const flow = await flowOf(shop, intent);
    const down = await shop.sandbox.fault({ on: 'charge_lookup', do: 'error_before', times: null });
    expect(await flow.lookedUp(ada)).toBe('unavailable');
    expect((await flow.get(ada)).offers).toEqual([]);
    expect(refusalOf(await flow.send(ada, 'decide', await flow.confirmation(ada, 'refuse')))).toEqual([
      409,
      'not_offered',
    ]);
    await flow.longUnknown();
    const question = await flow.confirmation(ada, 'refuse');
    expect(refusalOf(await flow.send(ada, 'decide', question))).toEqual([409, 'second_person_needed']);
    const { approvalId } = (await flow.send(ada, 'ask', question)).data as { approvalId: string };
    await flow.send(bob, 'approve', { approvalId, reason: 'three days of silence' });
    expect((await flow.send(ada, 'decide', question)).data).toMatchObject({ end: 'completed', outcome: 'refusal' });
    await down.remove();
    expect(await standOf(shop, intent)).toEqual(REFUSED);
    expect(await invariants()).toEqual([]);
  });
});

test('found-pending offers nothing, and the record stays held', async () => {
  const [intent, ada] = [await unknownPayment(shop, 'nothing'), operator('resolver')];
  const flow = await flowOf(shop, intent);
  await flow.fence(ada);
  await flow.drain();
  const pending = { found: 'pending', providerId: 'ch_pending', raw: '{}' } as const;
  const chargeCard = { ...shop.providers.chargeCard, lookup: async () => pending };
  const slow = Object.create(shop, { runtime: { value: shop.openRuntime(shop.url, { chargeCard }) } });
  const there = await flowOf(slow, intent);
  expect((await there.lookUp(ada)).data).toMatchObject({ result: 'found_pending' });
  expect((await flow.get(ada)).offers).toEqual([]);
  for (const decision of ['adopt', 'refuse', 'release'] as const) {
    const refused = await flow.send(ada, 'decide', await flow.confirmation(ada, decision));
    expect(refusalOf(refused)).toEqual([409, 'not_offered']);
  }
  expect(await standOf(shop, intent)).toMatchObject(HELD);
});

test('an effect that is not the intent’s is ambiguous and offers nothing', async () => {
  const [intent, ada] = [await unknownPayment(shop, 'charged'), operator('resolver')];
  const flow = await flowOf(shop, intent);
  await flow.fence(ada);
  await flow.drain();
  const other = {
    found: 'succeeded',
    providerId: 'ch_x',
    amount: { cents: 1, currency: 'EUR' },
    account: null,
    raw: '{}',
  } as const;
  const chargeCard = { ...shop.providers.chargeCard, lookup: async () => other };
  const wrong = Object.create(shop, { runtime: { value: shop.openRuntime(shop.url, { chargeCard }) } });
  expect((await (await flowOf(wrong, intent)).lookUp(ada)).data).toMatchObject({ result: 'ambiguous' });
  expect((await flow.get(ada)).offers).toEqual([]);
  expect(await standOf(shop, intent)).toMatchObject({ ...HELD, charges: 1 });
});

test('from the fence on repeats of the request are told that a person is checking, and nothing runs', async () => {
  const [intent, ada] = [await unknownPayment(shop, 'charged'), operator('resolver')];
  const flow = await flowOf(shop, intent);
  const fenced = await flow.fence(ada);
  expect(fenced.data).toMatchObject({ attempt: 2, drainMs: expect.any(Number) });
  expect((fenced.data as { drainMs: number }).drainMs).toBeGreaterThan(15_000);
  expect((await shop.pay(intent)).error?.data.idempotency?.reason).toBe('under_review');
  await shop.lapse(intent);
  expect(await shop.complete()).toMatchObject({ completed: 0, reopened: 0 });
  expect(await standOf(shop, intent)).toMatchObject({ ...HELD, charges: 1 });
});

test('nothing is looked up or decided before the drain is over', async () => {
  const [intent, ada] = [await unknownPayment(shop, 'charged'), operator('resolver')];
  const flow = await flowOf(shop, intent);
  await flow.fence(ada);
  expect(refusalOf(await flow.lookUp(ada))).toEqual([409, 'draining']);
  expect((await flow.get(ada)).offers).toEqual([]);
});

test('a look-up from before the fence is kept as advice and decides nothing', async () => {
  const [intent, ada] = [await unknownPayment(shop, 'charged'), operator('resolver')];
  const flow = await flowOf(shop, intent);
  const checked = await flow.send(operator('operator'), 'checkProvider', { seenAttempt: 1 });
  const { evidenceId, result } = checked.data as { evidenceId: string; result: string };
  expect(result).toBe('found_succeeded');
  await flow.fence(ada);
  await flow.drain();
  const advised = { ...(await flow.confirmation(ada, 'adopt')), evidenceId };
  expect(refusalOf(await flow.send(ada, 'decide', advised))).toEqual([409, 'evidence_advisory']);
  expect(await standOf(shop, intent)).toMatchObject(HELD);
});

test('a provider id is named after 72 hours only, must belong to the call, and takes two people to adopt', async () => {
  const [intent, ada, bob] = [await unknownPayment(shop, 'charged'), operator('resolver'), operator('approver')];
  const foreign = await unknownPayment(shop, 'charged');
  const flow = await flowOf(shop, intent);
  await flow.fence(ada);
  await flow.drain();
  const [charge] = await shop.charges(intent);
  const [other] = await shop.charges(foreign);
  expect(refusalOf(await flow.lookUp(ada, charge?.id))).toEqual([409, 'not_offered']);
  await flow.longUnknown();
  expect((await flow.lookUp(ada, other?.id)).data).toMatchObject({ result: 'unavailable' });
  expect((await flow.lookUp(ada, charge?.id)).data).toMatchObject({ result: 'found_succeeded' });
  const question = await flow.confirmation(ada, 'adopt');
  expect(refusalOf(await flow.send(ada, 'decide', question))).toEqual([409, 'second_person_needed']);
  const { approvalId } = (await flow.send(ada, 'ask', question)).data as { approvalId: string };
  await flow.send(bob, 'approve', { approvalId, reason: 'the charge is of this order' });
  expect((await flow.send(ada, 'decide', question)).data).toMatchObject({ end: 'completed', outcome: 'success' });
  expect(await standOf(shop, intent)).toEqual(PAID);
});

describe('the second person', () => {
  const asked = async () => {
    const [intent, ada] = [await unknownPayment(shop, 'nothing'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    await flow.pastKeyWindow();
    await flow.lookedUp(ada);
    const question = await flow.confirmation(ada, 'release');
    const { approvalId } = (await flow.send(ada, 'ask', question)).data as { approvalId: string };
    return { intent, ada, flow, question, word: { approvalId, reason: 'I see the same empty list' } };
  };

  test('may not be the one who asks, whatever the role is by then, and the database says so too', async () => {
    const { ada, flow, question, word } = await asked();
    const promoted = { ...ada, role: 'approver' } as const;
    expect(refusalOf(await flow.send(promoted, 'approve', word))).toEqual([409, 'same_person']);
    expect(refusalOf(await flow.send(ada, 'decide', question))).toEqual([409, 'second_person_needed']);
    const forced = shop.observer.query(
      `UPDATE decision_approval SET approved_by = asked_by, approved_at = clock_timestamp() WHERE id = $1`,
      [word.approvalId],
    );
    await expect(forced).rejects.toThrow('decision_approval_two_persons');
  });

  test('is an approver: an admin’s word does not count', async () => {
    const { flow, word } = await asked();
    const refused = await flow.send(operator('admin'), 'approve', word);
    expect([refused.status, refused.error?.data.denied?.reason]).toEqual([403, 'permission']);
  });

  test('has to be signed in freshly', async () => {
    const { flow, word } = await asked();
    const stale = { ...operator('approver'), signedInAt: new Date(Date.now() - 16 * 60_000) };
    expect((await flow.send(stale, 'approve', word)).error?.data.denied?.reason).toBe('sign_in_again');
  });

  test('approved another evidence than the one that is decided on: it takes a new word', async () => {
    const { ada, flow, word } = await asked();
    await flow.send(operator('approver'), 'approve', word);
    await flow.lookUp(ada);
    const newer = await flow.confirmation(ada, 'release');
    expect(refusalOf(await flow.send(ada, 'decide', newer))).toEqual([409, 'second_person_needed']);
  });
});

describe('an operator', () => {
  test('of two at once fences, the other gets 409 and what it is now', async () => {
    const intent = await unknownPayment(shop, 'charged');
    const flow = await flowOf(shop, intent);
    const sent = await Promise.all([operator('resolver'), operator('resolver')].map((who) => flow.fence(who)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = sent.find(({ status }) => status === 409);
    expect(['changed', 'locked', 'held']).toContain(lost?.error?.data.refusal?.code);
    expect(await flow.attempt()).toBe(2);
    const applied = (await auditOf(shop, { target: `record:${flow.id}` })).filter(({ result }) => result === 'applied');
    expect(applied).toHaveLength(1);
  });

  test('who decides twice at once, in two tabs, has one effect and one audit row; the other tab sees what changed', async () => {
    const [intent, ada] = [await unknownPayment(shop, 'charged'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    await flow.lookedUp(ada);
    const input = await flow.confirmation(ada, 'adopt');
    const sent = await Promise.all([1, 2].map(() => flow.send(ada, 'decide', input)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(sent.find(({ status }) => status === 409)?.error?.data.refusal).toMatchObject({
      code: 'changed',
      details: { standing: 'completed', attempt: 3 },
    });
    const rows = await auditOf(shop, { target: `record:${flow.id}` });
    expect(rows.filter(({ action, result }) => action === 'record.decide' && result === 'applied')).toHaveLength(1);
    expect(await standOf(shop, intent)).toEqual(PAID);
  });

  test('whose click is sent twice has one effect, one audit row and one answer', async () => {
    const [intent, ada, requestId] = [await unknownPayment(shop, 'charged'), operator('resolver'), randomUUID()];
    const flow = await flowOf(shop, intent);
    await flow.lookedUp(ada);
    const input = await flow.confirmation(ada, 'adopt');
    const first = await flow.send(ada, 'decide', input, requestId);
    const again = await flow.send(ada, 'decide', input, requestId);
    expect([again.status, again.replayed, again.text]).toEqual([200, true, first.text]);
    expect(await auditOf(shop, { requestId })).toHaveLength(1);
  });

  test('with a tab from before the owner completed releases nothing', async () => {
    const intent = await shop.newIntent();
    expect((await shop.pay(intent)).status).toBe(200);
    const flow = await flowOf(shop, intent);
    const refused = await flow.send(operator('resolver'), 'fence', {
      seenAttempt: 1,
      flow: 'release',
      reason: 'it hung when I looked at it',
    });
    expect(refusalOf(refused)).toEqual([409, 'completed']);
    expect(await standOf(shop, intent)).toEqual(PAID);
    expect(await auditOf(shop, { target: `record:${flow.id}` })).toMatchObject([
      { result: 'refused', refusal: 'completed' },
    ]);
  });

  test('with a reused tab of an earlier hold decides nothing', async () => {
    const [intent, ada, bob] = [await unknownPayment(shop, 'charged'), operator('resolver'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    await flow.lookedUp(ada);
    const tab = await flow.confirmation(ada, 'adopt');
    await flow.idle();
    const taken = await flow.send(bob, 'takeOver', { seenAttempt: 2, reason: 'the shift of Ada is over' });
    expect(taken.data).toMatchObject({ attempt: 3 });
    expect(refusalOf(await flow.send(ada, 'decide', tab))).toEqual([409, 'changed']);
    expect(refusalOf(await flow.send(bob, 'decide', { ...tab, seenAttempt: 3 }))).toEqual([
      409,
      'evidence_other_attempt',
    ]);
    await flow.lookUp(bob);
    expect((await flow.send(bob, 'decide', await flow.confirmation(bob, 'adopt'))).status).toBe(200);
    expect(await standOf(shop, intent)).toEqual(PAID);
  });

  test('may not take over a hold that was used a moment ago', async () => {
    const intent = await unknownPayment(shop, 'charged');
    const flow = await flowOf(shop, intent);
    await flow.fence(operator('resolver'));
    const refused = await flow.send(operator('resolver'), 'takeOver', {
      seenAttempt: 2,
      reason: 'I would like to have it',
    });
    expect(refusalOf(refused)).toEqual([409, 'hold_not_idle']);
  });

  test('who mistypes the code decides nothing', async () => {
    const [intent, ada] = [await unknownPayment(shop, 'charged'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    await flow.lookedUp(ada);
    const input = await flow.confirmation(ada, 'adopt');
    expect(refusalOf(await flow.send(ada, 'decide', { ...input, code: 'AAAAAAAA' }))).toEqual([409, 'wrong_code']);
    expect(await standOf(shop, intent)).toMatchObject(HELD);
  });

  test('whose evidence is ten minutes old decides nothing', async () => {
    const [intent, ada] = [await unknownPayment(shop, 'charged'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    await flow.lookedUp(ada);
    const input = await flow.confirmation(ada, 'adopt');
    await shop.observer.query(`ALTER TABLE lookup_evidence DISABLE TRIGGER lookup_evidence_append_only`);
    await shop.observer.query(`UPDATE lookup_evidence SET valid_until = clock_timestamp() WHERE id = $1`, [
      input.evidenceId,
    ]);
    await shop.observer.query(`ALTER TABLE lookup_evidence ENABLE TRIGGER lookup_evidence_append_only`);
    expect(refusalOf(await flow.send(ada, 'decide', input))).toEqual([409, 'evidence_expired']);
    expect((await flow.get(ada)).offers).toEqual([]);
    expect(await standOf(shop, intent)).toMatchObject(HELD);
  });

  test('whose audit row cannot be written has settled nothing', async () => {
    const [intent, ada] = [await unknownPayment(shop, 'charged'), operator('resolver')];
    const flow = await flowOf(shop, intent);
    await flow.lookedUp(ada);
    const input = await flow.confirmation(ada, 'adopt');
    await shop.observer.query(`
      CREATE FUNCTION test_no_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no audit'; END $$;
      CREATE TRIGGER test_no_audit BEFORE INSERT ON audit_entry FOR EACH ROW WHEN (NEW.result = 'applied') EXECUTE FUNCTION test_no_audit();`);
    try {
      expect((await flow.send(ada, 'decide', input)).status).toBe(500);
      expect(await standOf(shop, intent)).toMatchObject({ ...HELD, charges: 1 });
    } finally {
      await shop.observer.query('DROP TRIGGER test_no_audit ON audit_entry; DROP FUNCTION test_no_audit');
    }
    expect((await flow.send(ada, 'decide', input)).status).toBe(200);
    expect(await standOf(shop, intent)).toEqual(PAID);
  });
});

test('a record that is left half-way stays held, and is listed as unknown with who holds it', async () => {
  const [intent, ada] = [await unknownPayment(shop, 'charged'), operator('resolver')];
  const flow = await flowOf(shop, intent);
  await flow.fence(ada);
  const { rows } = await callAs(shop, operator('viewer')).desk.unknown.list();
  expect(rows.find(({ id }) => id === flow.id)).toBeDefined();
  const seen = await flow.get(operator('viewer'));
  expect(seen).toMatchObject({ isHolder: false, isIdle: false, record: { hold: { heldName: ada.name } } });
  await flow.idle();
  expect((await flow.get(operator('viewer'))).isIdle).toBe(true);
});

test('an escrow whose release the ledger has is adopted: released once, with the ledger’s hash', async () => {
  const account = await shop.addAccount();
  const [escrowId, key, ada] = [`esc_${randomUUID()}`, randomUUID(), operator('resolver')];
  await shop.observer.query(
    `INSERT INTO escrow (id, account_id, amount_cents, currency, beneficiary) VALUES ($1, $2, 500, 'EUR', 'ben')`,
    [escrowId, account.accountId],
  );
  await shop.sandbox.fault({ on: 'escrow', do: 'drop_after' });
  const down = await shop.sandbox.fault({ on: 'escrow_lookup', do: 'error_before', times: null });
  const release = () => callProcedure(shop.runtime, 'escrow.release', { escrowId }, { key, apiKey: account.apiKey });
  expect((await release()).error?.data.idempotency?.reason).toBe('outcome_unknown');
  await down.remove();
  const flow = await flowOf(shop, { account, orderId: 'none', key });
  expect(await flow.lookedUp(ada)).toBe('found_succeeded');
  const decided = await flow.send(ada, 'decide', await flow.confirmation(ada, 'adopt'));
  expect(decided.data).toMatchObject({ end: 'completed', outcome: 'success' });
  const transactions = await shop.sandbox.transactions(escrowId);
  expect(transactions).toHaveLength(1);
  expect((await release()).data).toMatchObject({ status: 'released', transactionHash: transactions[0]?.hash });
  expect(await invariants()).toEqual([]);
});

test('an operator fences an unknown record at the first try, however many rounds of the completer came since the page, one at work included', async () => {
  const [intent, ada] = [await unknownPayment(shop, 'nothing'), operator('resolver')];
  const flow = await flowOf(shop, intent);
  await flow.pastKeyWindow();
  const seenAttempt = (await flow.get(ada)).record.attempt;
  for (let round = 0; round < 4; round++) {
    await shop.lapse(intent);
    await shop.complete();
  }
  const looking = await shop.sandbox.fault({ on: 'charge_lookup', do: 'hold_before', times: null });
  await shop.lapse(intent);
  const round = shop.complete();
  await looking.held();
  const reason = 'support asked about this payment';
  const fenced = await flow.send(ada, 'fence', { seenAttempt, flow: 'resolve', reason });
  expect(fenced).toMatchObject({ status: 200, data: { attempt: seenAttempt + 1 } });
  await looking.release();
  await round;
  expect(await shop.record(intent)).toMatchObject({ state: 'UNKNOWN', attempt: seenAttempt + 1, held_by: ada.userId });
  expect((await shop.sandbox.counts()).charges[shop.chargeKey(intent)]).toMatchObject({ calls: 1 });
});
