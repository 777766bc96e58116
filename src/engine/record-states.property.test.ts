import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Key } from '../idempotency/key.ts';
import { claimLockKey } from '../postgres/lock-key.ts';
import { perform } from '../postgres/prepared.ts';
import { claim, readClaim } from '../postgres/statements/claim.ts';
import { completeTransactional } from '../postgres/statements/complete-transactional.ts';
import { recordRefusal } from '../postgres/statements/record-refusal.ts';
import { sendTogether } from '../postgres/together.ts';
import { keyed, openEngine, type TestEngine } from '../testing/engine.ts';
import { expectedClaim, type Step, type World } from '../testing/record-model.ts';
import { useShop } from '../testing/shop.ts';
import { answerFromRecord } from './answer-from-record.ts';
import { claimRow } from './claim-row.ts';
import { outcomeRow } from './outcome-row.ts';
import { statusOf } from './status.ts';

const shop = useShop();
let engine: TestEngine;
let sessions: readonly PoolClient[];

beforeAll(async () => {
  engine = openEngine(shop.url);
  sessions = await Promise.all([shop.observer.connect(), shop.observer.connect()]);
});
afterAll(async () => {
  for (const session of sessions) session.release();
  await engine.close();
});

const steps = fc.array(
  fc.record({
    session: fc.integer({ min: 0, max: 1 }),
    do: fc.constantFrom<Step['do'][]>(
      'claim',
      'claim',
      'complete',
      'complete',
      'commit',
      'commit',
      'rollback',
      'refuse',
      'expireAnswer',
      'expireKey',
      'purge',
      'forget',
    ),
  }),
  { minLength: 1, maxLength: 25 },
);

const input = { amount: 10 };
const requestOf = (key: string) => keyed({ key, input });
const set = (key: string, sql: string) =>
  shop.observer.query(`UPDATE idempotency_record SET ${sql} WHERE key = $1`, [key]);

/** Does one step in the database and in the model. Steps that a caller of ours could not take are passed over. */
const take = async (world: World, step: Step): Promise<void> => {
  const { model, key, open } = world;
  const { session } = step;
  const client = sessions[session];
  if (!client) return;
  const request = requestOf(key);
  const lockKey = claimLockKey(request.scope, key);
  const text = JSON.stringify(`answer ${world.count++}`);
  switch (step.do) {
    case 'claim': {
      if (open[session]) return;
      await client.query('BEGIN');
      open[session] = true;
      const expected = expectedClaim(world, session);
      const claimed = readClaim(await sendTogether(client, claim(lockKey, request, engine.limits)));
      expect(claimed.result).toBe(expected);
      if (claimed.result === 'claimed') {
        model.owner = { session, text: null };
        world.recordIds[session] = claimed.recordId;
      }
      // As the engine does: whoever did not get it gives its connection, and the lock with it, back.
      else await finish(world, session, 'ROLLBACK');
      return;
    }
    case 'complete': {
      if (model.owner?.session !== session || model.owner.text !== null) return;
      const row = outcomeRow('success', { status: 200, text, resourceId: null }, request.policy);
      await perform(client, completeTransactional(world.recordIds[session] ?? '', claimRow(engine, request), row));
      model.owner.text = text;
      return;
    }
    case 'commit':
      // An owner that has not completed never commits.
      if (open[session] && model.owner?.session === session && model.owner.text !== null)
        await finish(world, session, 'COMMIT');
      return;
    case 'rollback':
      if (open[session]) await finish(world, session, 'ROLLBACK');
      return;
    case 'refuse': {
      const row = outcomeRow('refusal', { status: 409, text, resourceId: null }, request.policy);
      const result = await recordRefusal(shop.observer, lockKey, claimRow(engine, request), row);
      expect(result).toBe(model.owner ? 'busy' : model.record ? 'exists' : 'claimed');
      if (result === 'claimed') model.record = { outcome: 'refusal', text, window: 'answer' };
      return;
    }
    case 'expireAnswer':
      if (model.record?.window !== 'answer') return;
      await set(key, `answer_expires_at = completed_at`);
      model.record.window = 'purged';
      return;
    case 'expireKey':
      if (!model.record || model.record.window === 'memory') return;
      await set(key, 'answer_expires_at = completed_at, key_expires_at = completed_at');
      model.record.window = 'memory';
      return;
    case 'purge':
      if (!model.record) return;
      await set(key, `answer = NULL, answer_kept = 'purged'`);
      if (model.record.window === 'answer') model.record.window = 'purged';
      return;
    case 'forget':
      if (!model.record) return;
      await shop.observer.query('DELETE FROM idempotency_record WHERE key = $1', [key]);
      model.record = null;
  }
};

const finish = async ({ model, open }: World, session: number, how: 'COMMIT' | 'ROLLBACK'): Promise<void> => {
  await sessions[session]?.query(how);
  open[session] = false;
  if (model.owner?.session !== session) return;
  if (how === 'COMMIT' && model.owner.text !== null)
    model.record = { outcome: 'success', text: model.owner.text, window: 'answer' };
  model.owner = null;
};

/** What a caller, a caller with another input, and somebody who asks for the status get now. */
const check = async ({ model, key }: World): Promise<void> => {
  const same = await answerFromRecord(engine, requestOf(key));
  const other = await answerFromRecord(engine, keyed({ key, input: { amount: 11 } }));
  const { state } = await statusOf(engine, 'acc_test', key as Key);
  const { record, owner } = model;
  if (!record) {
    expect([same, other, state]).toEqual([null, null, owner ? 'in_progress' : 'not_found']);
    return;
  }
  expect(other).toMatchObject({ kind: 'refused', refusal: { reason: 'key_conflict', differingFields: ['amount'] } });
  expect(state).toBe(record.window === 'memory' ? 'expired' : 'completed');
  if (record.window === 'answer') {
    expect(same).toEqual({ kind: 'answered', outcome: record.outcome, replayed: true, text: record.text });
  } else {
    const reason = record.window === 'purged' ? 'answer_purged' : 'key_expired';
    expect(same).toMatchObject({ kind: 'refused', refusal: { reason } });
  }
};

// Thousands of statements, one after the other.
test('whatever order claims, completions, refusals, expiry and purges come in, at most one outcome is ever seen', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      const world: World = {
        model: { record: null, owner: null },
        key: randomUUID(),
        recordIds: [null, null],
        open: [false, false],
        count: 0,
      };
      try {
        for (const step of sequence) {
          await take(world, step);
          await check(world);
        }
      } finally {
        for (const session of sessions) await session.query('ROLLBACK');
      }
    }),
    { numRuns: 60 },
  );
}, 120_000);
