import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import type { PhasedWorld } from '../../testing/phased-commands/command.ts';
import { phasedCommands } from '../../testing/phased-commands/commands.ts';
import { emptyModel, type PhasedModel } from '../../testing/phased-model.ts';
import { phasedRequest } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';

const shop = useShop();
let engine: TestEngine;

beforeAll(() => {
  engine = openEngine(shop.url);
});
afterAll(() => engine.close());

type Seen = { attempt: number; recordId: string; completed: string | null };

/** The database says what the model says, and what holds over time held since the last look. */
const compare = async (model: PhasedModel, { request }: PhasedWorld, before: Seen | null): Promise<Seen | null> => {
  const { rows } = await shop.observer.query(
    `SELECT id::text AS "recordId", attempt, state, answer, parked_reason IS NOT NULL AS parked, held_by IS NOT NULL AS held,
       external_began AS began, state = 'COMPLETED' OR parked_reason IS NOT NULL OR lease_expires_at > clock_timestamp()
         OR next_try_at <= clock_timestamp() + interval '11 minutes' AS "isCared",
       (SELECT count(*)::int FROM run_step s WHERE s.record_id = r.id) AS steps
     FROM idempotency_record r WHERE key = $1`,
    [request.key],
  );
  const { rows: landed } = await shop.observer.query<{ sku: string }>(
    'SELECT sku FROM product WHERE starts_with(sku, $1)',
    [request.key],
  );
  expect(landed.map(({ sku }) => sku).toSorted()).toEqual(model.rows.toSorted());
  const [row] = rows;
  const { record } = model;
  if (!record) {
    expect(row).toBeUndefined();
    return null;
  }
  const { state, attempt, answer, parked, held, began, steps } = record;
  const recordId = String(record.recordId);
  expect(row).toEqual({ recordId, attempt, state, answer, parked, held, began, steps, isCared: true });
  if (before?.recordId === recordId) {
    expect(row.attempt).toBeGreaterThanOrEqual(before.attempt);
    if (before.completed !== null) expect(row.answer).toBe(before.completed);
  }
  return { attempt, recordId, completed: state === 'COMPLETED' ? answer : null };
};

/** In a transaction whose end is awaited: a refused statement reports its error while it still holds the row's lock. */
const byHand = async (key: string, set: string): Promise<number> => {
  const session = await shop.observer.connect();
  try {
    await session.query('BEGIN');
    const { rowCount } = await session.query(`UPDATE idempotency_record SET ${set} WHERE key = $1`, [key]);
    await session.query('COMMIT');
    return rowCount ?? 0;
  } catch (error) {
    await session.query('ROLLBACK');
    throw error;
  } finally {
    session.release();
  }
};

/** How often each thing happened over all runs: a search that never completes a record would prove little. */
const happened = { commands: 0, completed: 0, takenOver: 0 };

test('whatever owners, zombies, completers, operators and time do, only the newest attempt writes, and an end is final', async () => {
  await fc.assert(
    fc.asyncProperty(phasedCommands, async (commands) => {
      const request = phasedRequest();
      const world: PhasedWorld = {
        engine,
        request,
        count: 0,
        byHand: (set) => byHand(request.key, set),
      };
      const model = emptyModel();
      let seen: Seen | null = null;
      try {
        for (const command of commands) {
          if (!command.check(model)) continue;
          await command.run(model, world);
          happened.commands += 1;
          seen = await compare(model, world, seen);
        }
      } finally {
        happened.completed += model.record?.state === 'COMPLETED' ? 1 : 0;
        happened.takenOver += model.believers.filter(({ attempt }) => attempt > 1).length;
        await shop.observer.query('DELETE FROM idempotency_record WHERE key = $1', [request.key]);
      }
    }),
    { numRuns: 80 },
  );
  expect(happened.completed).toBeGreaterThan(10);
  expect(happened.takenOver).toBeGreaterThan(15);
}, 120_000);
