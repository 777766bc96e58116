import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyed, openEngine, type RequestOptions, run, type TestEngine } from '../testing/engine.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let engine: TestEngine;
let key: string;

beforeEach(() => {
  engine = openEngine(shop.url);
  key = randomUUID();
});
afterEach(() => engine.close());

const record = async () =>
  (await shop.observer.query('SELECT * FROM idempotency_record WHERE key = $1', [key])).rows[0];

const again = (options: RequestOptions = {}) =>
  run(engine, keyed({ key, ...options }), async () => {
    throw new Error('It ran again.');
  });

describe('an answer over the limit', () => {
  // Four bytes each in UTF-8, two code units: a limit that counted characters would let it pass.
  const text = '😀'.repeat(300);
  const policy = { maxAnswerBytes: 1_000 };

  test('goes to the first caller and is not kept; a retry is told where to look, and never runs', async () => {
    const first = await run(engine, keyed({ key, policy }), async () => ({ orderId: 'o-1', text }));
    expect(first).toMatchObject({ kind: 'answered', replayed: false, text: JSON.stringify({ orderId: 'o-1', text }) });
    expect(await record()).toMatchObject({
      state: 'COMPLETED',
      answer: null,
      answer_kept: 'too_large',
      resource_id: 'o-1',
    });
    expect(await again({ policy })).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'answer_purged', originalStatus: 200, resourceId: 'o-1' },
    });
  });

  test('of five megabytes is no different', async () => {
    const large = 'x'.repeat(5_000_000);
    const first = await run(engine, keyed({ key }), async () => ({ orderId: 'o-2', large }));
    expect(first.kind === 'answered' && first.text.length).toBeGreaterThan(5_000_000);
    expect(await record()).toMatchObject({
      answer: null,
      answer_bytes: Buffer.byteLength(JSON.stringify({ orderId: 'o-2', large })),
    });
    expect(await again()).toMatchObject({ refusal: { reason: 'answer_purged', resourceId: 'o-2' } });
  });

  test('is kept when it is exactly at the limit', async () => {
    const exact = { maxAnswerBytes: Buffer.byteLength(JSON.stringify(text)) };
    await run(engine, keyed({ key, policy: exact }), async () => text);
    expect(await again({ policy: exact })).toMatchObject({
      kind: 'answered',
      replayed: true,
      text: JSON.stringify(text),
    });
  });
});

test('a procedure that keeps references only stores no text, and its retry names the resource', async () => {
  const policy = { keepAnswer: 'reference' } as const;
  const first = await run(engine, keyed({ key, policy }), async () => ({ orderId: 'o-3', secret: 's3cret' }));
  expect(first).toMatchObject({ kind: 'answered', replayed: false });
  expect(JSON.stringify(await record())).not.toContain('s3cret');
  expect(await again({ policy })).toMatchObject({ refusal: { reason: 'answer_purged', resourceId: 'o-3' } });
});

describe('the retention windows, judged by the database', () => {
  /** Moves the record's dates into the past, so that it is `hours` after its completion now. */
  const age = (hours: number) =>
    shop.observer.query(
      `UPDATE idempotency_record SET completed_at = completed_at - $2 * interval '1 hour',
         answer_expires_at = answer_expires_at - $2 * interval '1 hour',
         key_expires_at = key_expires_at - $2 * interval '1 hour', forget_at = forget_at - $2 * interval '1 hour'
       WHERE key = $1`,
      [key, hours],
    );
  const policy = { retention: { answerHours: 2, keyHours: 4, memoryHours: 8 } };
  const input = { amount: 10 };

  test.each([
    [1.99, { kind: 'answered', replayed: true, text: '{"orderId":"o-4"}' }],
    [2, { kind: 'refused', refusal: { reason: 'answer_purged', originalStatus: 200, resourceId: 'o-4' } }],
    [3.99, { kind: 'refused', refusal: { reason: 'answer_purged' } }],
    [4, { kind: 'refused', refusal: { reason: 'key_expired' } }],
    [11.99, { kind: 'refused', refusal: { reason: 'key_expired' } }],
    [100, { kind: 'refused', refusal: { reason: 'key_expired' } }],
  ])('%d hours after completion', async (hours, expected) => {
    await run(engine, keyed({ key, policy, input }), async () => ({ orderId: 'o-4' }));
    await age(hours);
    expect(await again({ policy, input })).toMatchObject(expected);
    // The fingerprint comes first in each window.
    expect(await again({ policy, input: { amount: 11 } })).toMatchObject({
      refusal: { reason: 'key_conflict', differingFields: ['amount'] },
    });
  });

  test('are written from the completion, not from the start of the transaction', async () => {
    await run(engine, keyed({ key, policy }), async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM pg_sleep(0.05)`;
      return 'done';
    });
    const { rows } = await shop.observer.query(
      `SELECT completed_at > created_at + interval '50 ms' AS after,
              answer_expires_at - completed_at = interval '2 hours' AS answer,
              key_expires_at - completed_at = interval '4 hours' AS key,
              forget_at - completed_at = interval '12 hours' AS forget
       FROM idempotency_record WHERE key = $1`,
      [key],
    );
    expect(rows).toEqual([{ after: true, answer: true, key: true, forget: true }]);
  });

  test('end with the row: a forgotten key is a new intent', async () => {
    await run(engine, keyed({ key, policy }), async () => 'first');
    await shop.observer.query('DELETE FROM idempotency_record WHERE key = $1', [key]);
    expect(await run(engine, keyed({ key, policy }), async () => 'second')).toMatchObject({
      replayed: false,
      text: '"second"',
    });
  });
});
