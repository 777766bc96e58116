import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fence } from '../desk/flow/fence.ts';
import { completeOnce } from '../engine/phased/completer.ts';
import type { PhasedDefinition, Run } from '../engine/phased/definition.ts';
import { settleByOperator } from '../engine/phased/operator/settle-by-operator.ts';
import { runPhased } from '../engine/phased/run-phased.ts';
import { inTransaction } from '../engine/transaction.ts';
import type { OperatorSettlement } from '../idempotency/operator-settlement.ts';
import { Refusal } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { perform } from '../postgres/prepared.ts';
import { complete } from '../postgres/statements/complete.ts';
import { freeRecord } from '../postgres/statements/free-record.ts';
import { type Owner, proveOwnership } from '../postgres/statements/prove-ownership.ts';
import { renewLease } from '../postgres/statements/renew-lease.ts';
import { reopenUnknown } from '../postgres/statements/reopen-unknown.ts';
import { setAside } from '../postgres/statements/set-aside.ts';
import { takeOver } from '../postgres/statements/take-over.ts';
import { openEngine, type TestEngine } from '../testing/engine.ts';
import {
  answeringOperation,
  claimedRecord,
  PHASED,
  phasedDefinition,
  phasedRequest,
} from '../testing/phased-record.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let engine: TestEngine;
beforeAll(async () => {
  engine = openEngine(shop.url);
  // A worker enters nothing again whose account is gone.
  await shop.observer.query(`INSERT INTO account (id, name) VALUES ('acc_test', 'acc_test')`);
});
afterAll(() => engine.close());

const ADA = { userId: 'ada', name: 'Ada' };

/** Runs a command's part as operators' commands do: in one transaction, on a guarded tx. */
const command = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
  const ended = await inTransaction(engine.database, [], async (_first, runWork) => ({
    value: await runWork(work, engine.limits.runMs),
  }));
  if (ended.end !== 'committed') throw ended.error;
  return ended.value;
};

const fenceIt = ({ recordId, attempt }: Owner, flow: 'release' | 'resolve' = 'release') =>
  command((tx) =>
    fence(tx, ADA, { id: String(recordId), seenAttempt: attempt, flow, reason: 'nobody hears of it' }, () => 1_000),
  );

const settle = (of: Owner, settlement: OperatorSettlement, definition: PhasedDefinition | null) =>
  command((tx) =>
    settleByOperator(engine, new Map(definition ? [[PHASED, definition]] : []), tx, {
      held: { recordId: String(of.recordId), attempt: of.attempt, heldBy: ADA.userId, detail: 'by a test' },
      settlement,
    }),
  );

const recordOf = async ({ recordId }: Pick<Owner, 'recordId'>) =>
  (await shop.observer.query('SELECT * FROM idempotency_record WHERE id = $1', [String(recordId)])).rows[0];

/** As a minute after its owner died. */
const silence = ({ recordId }: Owner) =>
  shop.observer.query(
    `UPDATE idempotency_record SET lease_expires_at = clock_timestamp() - interval '1 min',
       heartbeat_at = clock_timestamp() - interval '2 min' WHERE id = $1`,
    [String(recordId)],
  );

const silentRecord = async (): Promise<Owner> => {
  const owner = await claimedRecord(engine);
  await silence(owner);
  return owner;
};

/** Runs it until it fails after what it has committed, and fences what is left. */
const fencedRun = async (definition: PhasedDefinition): Promise<Owner> => {
  const request = phasedRequest();
  await runPhased(engine, request, { definition, input: {} }).catch(() => {});
  const { rows } = await shop.observer.query('SELECT id, attempt FROM idempotency_record WHERE key = $1', [
    request.key,
  ]);
  const owner = { recordId: BigInt(rows[0].id), attempt: rows[0].attempt };
  await silence(owner);
  expect(await fenceIt(owner)).not.toBeInstanceOf(Refusal);
  return { ...owner, attempt: owner.attempt + 1 };
};

/** A run that breaks at its end until it is mended. */
const breaking = (steps: (run: Run) => Promise<unknown>, operations = [answeringOperation()]) => {
  const made = { isMended: false, ends: 0 };
  const definition = phasedDefinition(async (run) => {
    await steps(run);
    return await run.finish(async () => {
      if (!made.isMended) throw new Error('It breaks here.');
      made.ends += 1;
      return 'done';
    });
  }, operations);
  return { made, definition };
};

describe('the gate refuses', () => {
  test.each([
    ['a running lease', `lease_expires_at = clock_timestamp() + interval '9 s'`, 'lease_running'],
    ['a lease within its grace', `lease_expires_at = clock_timestamp() - interval '2 s'`, 'lease_grace'],
    ['a fresh heartbeat', `heartbeat_at = clock_timestamp() - interval '2 s'`, 'heartbeat'],
  ])('%s, by the clock of the database', async (_, moved, reason) => {
    const owner = await silentRecord();
    await shop.observer.query(`UPDATE idempotency_record SET ${moved} WHERE id = $1`, [String(owner.recordId)]);
    expect(await fenceIt(owner)).toMatchObject({ code: reason });
    expect(await recordOf(owner)).toMatchObject({ state: 'IN_PROGRESS', attempt: 1, held_by: null });
  });

  test('a locked row at once, without queueing behind the owner who works', async () => {
    const owner = await silentRecord();
    const worker = await shop.observer.connect();
    try {
      await worker.query('BEGIN');
      await worker.query('SELECT FROM idempotency_record WHERE id = $1 FOR UPDATE', [String(owner.recordId)]);
      // The bound on locks is two seconds, and would end a fence that waits with another error.
      expect(await fenceIt(owner)).toMatchObject({ code: 'locked' });
    } finally {
      await worker.query('ROLLBACK');
      worker.release();
    }
    expect(await fenceIt(owner)).not.toBeInstanceOf(Refusal);
  });
});

test('from the fence on no statement of the old attempt matches a row', async () => {
  const owner = await silentRecord();
  await fenceIt(owner);
  const before = await recordOf(owner);
  const { pool } = engine.database;
  const lease = { leaseMs: 30_000, leaseOwner: 'old' };
  const client = await pool.connect();
  const outcome = {
    outcome: 'success',
    status: 200,
    answer: '1',
    answerKept: 'full',
    answerBytes: 1,
    resourceId: null,
  } as const;
  const { retention } = phasedRequest().policy;
  try {
    await expect(perform(client, proveOwnership(owner, 30_000, engine.limits))).rejects.toMatchObject({
      code: 'LK001',
    });
    await expect(perform(client, complete(owner, { ...outcome, retention }))).rejects.toMatchObject({ code: 'LK001' });
  } finally {
    client.release();
  }
  expect(await renewLease(pool, owner, 30_000)).toBe('lost');
  expect(await setAside(pool, owner, { how: 'yield', why: 'late', retryAfterMs: 1 })).toBeNull();
  expect(await freeRecord(pool, owner)).toBe(false);
  expect(await takeOver(pool, owner, lease)).toBeNull();
  // Nor do a worker's look-up that began before, or one that sees the fence's own attempt.
  expect(await reopenUnknown(pool, owner, lease, { verdict: 'found', raw: null })).toBeNull();
  expect(await reopenUnknown(pool, { ...owner, attempt: 2 }, lease, { verdict: 'found', raw: null })).toBeNull();
  expect(await recordOf(owner)).toEqual(before);
});

test('local work only: where finish alone remains it runs in the operator’s transaction', async () => {
  const { made, definition } = breaking((run) => run.local('reserve', async () => 'kept'));
  const held = await fencedRun(definition);
  made.isMended = true;
  const settled = await settle(held, { do: 'release', pastKeyWindow: false }, definition);
  expect(settled).toMatchObject({ end: 'completed', outcome: 'success', attempt: held.attempt + 1 });
  expect(await recordOf(held)).toMatchObject({ state: 'COMPLETED', outcome: 'success', held_by: null });
  expect(made.ends).toBe(1);
});

test('what rolls the operator’s transaction back undoes the procedure’s end with it', async () => {
  const { made, definition } = breaking((run) => run.local('reserve', async () => 'kept'));
  const held = await fencedRun(definition);
  made.isMended = true;
  const registry = new Map([[PHASED, definition]]);
  const of = { recordId: String(held.recordId), attempt: held.attempt, heldBy: ADA.userId, detail: 'by a test' };
  const lost = command(async (tx) => {
    await settleByOperator(engine, registry, tx, { held: of, settlement: { do: 'release', pastKeyWindow: false } });
    throw new Error('The audit is full.');
  });
  await expect(lost).rejects.toThrow('The audit is full.');
  expect(await recordOf(held)).toMatchObject({ state: 'UNKNOWN', held_by: ADA.userId, attempt: held.attempt });
});

test('where a step remains the engine runs it: the command leaves the record to whoever comes first', async () => {
  const { made, definition } = breaking((run) => run.local('reserve', async () => 'kept'));
  const owner = await silentRecord();
  await fenceIt(owner);
  made.isMended = true;
  const held = { ...owner, attempt: 2 };
  expect(await settle(held, { do: 'release', pastKeyWindow: false }, definition)).toEqual({
    end: 'goes_on',
    attempt: 3,
  });
  expect(await recordOf(held)).toMatchObject({ state: 'IN_PROGRESS', step: null, held_by: null, unknown_reason: null });
  expect(await completeOnce(engine, new Map([[PHASED, definition]]))).toMatchObject({ completed: 1 });
  expect(made.ends).toBe(1);
});

describe('an adopted result whose finish fails', () => {
  const unclear = { answer: 'unclear', why: 'lost', replayedServerError: false } as const;
  const operation = answeringOperation({
    answer: unclear,
    lookup: async () => ({ found: 'cannot_tell', why: 'down' }),
  });

  test('stays settled, and the record is parked by the engine’s own rule and never refused', async () => {
    const { definition } = breaking((run) => run.external('call', { operation, request: {} }), [operation]);
    const request = phasedRequest();
    await runPhased(engine, request, { definition, input: {} });
    const { rows } = await shop.observer.query('SELECT id FROM idempotency_record WHERE key = $1', [request.key]);
    const owner = { recordId: BigInt(rows[0].id), attempt: 1 };
    await fenceIt(owner, 'resolve');
    const held = { ...owner, attempt: 2 };
    const settled = await settle(held, { do: 'adopt', providerId: 'p_1' }, definition);
    expect(settled).toEqual({ end: 'goes_on', attempt: 3 });
    expect(await completeOnce(engine, new Map([[PHASED, definition]]))).toMatchObject({ aside: 1 });
    expect((await recordOf(held)).parked_reason).toContain('finish failed after a confirmed effect');
    // A rerun of the call is impossible: its result is stored.
    const { rows: references } = await shop.observer.query(
      'SELECT state, provider_id, calls FROM external_reference WHERE record_id = $1',
      [rows[0].id],
    );
    expect(references).toEqual([{ state: 'confirmed', provider_id: 'p_1', calls: 1 }]);
  });
});

test('a record whose code is gone is not settled, and can be released to be parked', async () => {
  const owner = await silentRecord();
  await fenceIt(owner);
  const held = { ...owner, attempt: 2 };
  expect(await settle(held, { do: 'adopt', providerId: 'p_1' }, null)).toBe('code_gone');
  expect(await recordOf(held)).toMatchObject({ state: 'UNKNOWN', held_by: ADA.userId });
  expect(await settle(held, { do: 'release', pastKeyWindow: false }, null)).toEqual({ end: 'goes_on', attempt: 3 });
});
