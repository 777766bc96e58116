import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { keyed, openEngine, run } from '../testing/engine.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const key = randomUUID();

beforeAll(async () => {
  const engine = openEngine(shop.url);
  await run(engine, keyed({ key }), async () => 'done');
  await engine.close();
});

const whole = async () =>
  (await shop.observer.query('SELECT xmin::text, * FROM idempotency_record WHERE key = $1', [key])).rows[0];

const ILLEGAL: Readonly<Record<string, string>> = {
  'back to in progress': `state = 'IN_PROGRESS', completed_at = NULL, outcome = NULL, outcome_status = NULL, answer = NULL,
    answer_kept = NULL, answer_expires_at = NULL, key_expires_at = NULL, forget_at = NULL`,
  'to unknown': `state = 'UNKNOWN', completed_at = NULL, outcome = NULL, outcome_status = NULL, answer = NULL,
    answer_kept = NULL, answer_expires_at = NULL, key_expires_at = NULL, forget_at = NULL`,
  'to another answer': `answer = '"other"'`,
  'to another outcome': `outcome = 'refusal'`,
  'to another status': 'outcome_status = 201',
  'to another resource': `resource_id = 'o-2'`,
  'to another fingerprint': `fingerprint = '\\x00'`,
  'to another attempt': 'attempt = 2',
  'to a lower attempt': 'attempt = 0',
  'to another key': `key = 'other'`,
  'to another scope': `scope = 'other'`,
  'to another procedure': `procedure = 'other'`,
  'to an answer that is gone but called kept': 'answer = NULL',
  'to an answer that was never kept': `answer = NULL, answer_kept = 'too_large'`,
  'to windows out of order': `answer_expires_at = key_expires_at + interval '1 hour'`,
};

describe('a completed record', () => {
  test.each(Object.entries(ILLEGAL))('cannot be moved %s by any statement', async (_move, set) => {
    const before = await whole();
    const move = shop.observer.query(`UPDATE idempotency_record SET ${set} WHERE key = $1`, [key]);
    await expect(move).rejects.toMatchObject({ code: '23514' });
    expect(await whole()).toEqual(before);
  });

  test('may lose its answer, and may not get it back', async () => {
    const other = randomUUID();
    const engine = openEngine(shop.url);
    await run(engine, keyed({ key: other }), async () => 'done');
    await engine.close();
    const set = (sql: string) => shop.observer.query(`UPDATE idempotency_record SET ${sql} WHERE key = $1`, [other]);
    expect((await set(`answer = NULL, answer_kept = 'purged'`)).rowCount).toBe(1);
    await expect(set(`answer = '"done"', answer_kept = 'full'`)).rejects.toMatchObject({ code: '23514' });
  });

  test('stays as it was under an upsert that would take it over', async () => {
    const before = await whole();
    const upsert = shop.observer.query(
      `INSERT INTO idempotency_record (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at)
       SELECT scope, key, procedure, mode, caller, 'IN_PROGRESS', fingerprint, fingerprint_version, field_prints, now()
       FROM idempotency_record WHERE key = $1
       ON CONFLICT (scope, key) DO UPDATE SET state = 'IN_PROGRESS', completed_at = NULL, outcome = NULL, outcome_status = NULL,
         answer = NULL, answer_kept = NULL, answer_expires_at = NULL, key_expires_at = NULL, forget_at = NULL`,
      [key],
    );
    await expect(upsert).rejects.toMatchObject({ code: '23514' });
    expect(await whole()).toEqual(before);
  });

  test('keeps its bytes under twenty duplicates whose work would fail', async () => {
    const before = await whole();
    const engine = openEngine(shop.url);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        run(engine, keyed({ key }), async () => {
          throw new Error('A duplicate ran.');
        }),
      ),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"kind":"answered","outcome":"success","replayed":true,"text":"\\"done\\""}']),
    );
    expect(await whole()).toEqual(before);
    await engine.close();
  });
});

/** A transactional record in progress, which no statement of ours writes and the rules allow. */
const CLAIMED = {
  scope: `'acc'`,
  key: 'gen_random_uuid()::text',
  procedure: `'p'`,
  mode: `'transactional'`,
  caller: `'c'`,
  state: `'IN_PROGRESS'`,
  fingerprint: `'\\x00'`,
  fingerprint_version: '1',
  field_prints: `'{}'`,
  lease_expires_at: 'now()',
};
const COMPLETED = {
  ...CLAIMED,
  state: `'COMPLETED'`,
  completed_at: 'now()',
  outcome: `'success'`,
  outcome_status: '200',
  answer: `'1'`,
  answer_kept: `'full'`,
  answer_expires_at: 'now()',
  key_expires_at: 'now()',
  forget_at: 'now()',
};
const OPEN = { ...CLAIMED, mode: `'phased'`, open_since: 'now()', next_try_at: 'now()', input: `'1'` };

const insert = (row: Readonly<Record<string, string>>) =>
  shop.observer.query(
    `INSERT INTO idempotency_record (${Object.keys(row).join(', ')}) VALUES (${Object.values(row).join(', ')})`,
  );

test.each([
  ['claimed', CLAIMED],
  ['completed', COMPLETED],
  ['open', OPEN],
])('a %s record is a legal row', async (_name, row) => {
  expect((await insert(row)).rowCount).toBe(1);
});

test.each<[rule: string, row: Record<string, string>]>([
  ['state_known', { ...CLAIMED, state: `'DONE'` }],
  ['mode_known', { ...CLAIMED, mode: `'both'` }],
  ['outcome_known', { ...COMPLETED, outcome: `'perhaps'` }],
  ['answer_kept_known', { ...COMPLETED, answer_kept: `'half'` }],
  ['attempt_counts_from_one', { ...CLAIMED, attempt: '0' }],
  ['key_length', { ...CLAIMED, key: `''` }],
  ['key_length', { ...CLAIMED, key: `repeat('k', 256)` }],
  ['completed_whole', { ...COMPLETED, forget_at: 'NULL' }],
  ['completed_whole', { ...CLAIMED, outcome: `'success'` }],
  ['answer_where_full', { ...COMPLETED, answer: 'NULL' }],
  ['answer_where_full', { ...COMPLETED, answer_kept: `'reference'` }],
  ['windows_in_order', { ...COMPLETED, key_expires_at: `now() - interval '1 hour'` }],
  ['windows_in_order', { ...COMPLETED, forget_at: `now() - interval '1 hour'` }],
  ['open_while_phased', { ...OPEN, open_since: 'NULL', input: 'NULL', next_try_at: 'NULL' }],
  ['open_while_phased', { ...CLAIMED, open_since: 'now()', input: `'1'`, next_try_at: 'now()' }],
  ['input_while_open', { ...OPEN, input: 'NULL' }],
  ['next_try', { ...OPEN, next_try_at: 'NULL' }],
  ['unknown_has_reason', { ...OPEN, state: `'UNKNOWN'` }],
  ['unknown_has_reason', { ...OPEN, unknown_reason: `'why'` }],
  ['parked_while_open', { ...CLAIMED, parked_reason: `'why'` }],
])('a row that breaks the rule %s is refused by its name', async (rule, row) => {
  await expect(insert(row)).rejects.toMatchObject({ code: '23514', constraint: `idempotency_record_${rule}` });
});
