import { applyNextItem, type ItemEnd } from '../desk/bulk/apply-item.ts';
import { backOff } from '../engine/back-off.ts';
import type { Engine } from '../engine/engine.ts';
import { type Body, inTransaction } from '../engine/transaction.ts';
import { classifyDatabaseFailure, isDatabaseGone } from '../postgres/failure.ts';
import { sqlStateOf } from '../postgres/sql-state.ts';
import {
  beginItem,
  dropOldPreviews,
  endBulk,
  failItem,
  type RunningBulk,
  runningBulks,
} from '../postgres/statements/bulk-item.ts';

/** Items of one job a round: under a second of work, so that jobs take turns and a stop waits for no more than that. */
const BATCH = 100;

/** Tries of one item that met others. */
const MAX_TRIES = 4;

/**
 * Works on every running bulk job for one batch; one that fails does not stop the others. @returns how many items it settled.
 * Any number of workers may. @throws when the database is gone.
 */
export async function runBulkOnce(engine: Engine): Promise<{ readonly settled: number }> {
  let settled = 0;
  const passing = (what: string) => (error: unknown) => {
    if (isDatabaseGone(error)) throw error;
    engine.report(`${what} failed and is tried again.`, error);
    return 0;
  };
  for (const bulk of await runningBulks(engine.database.pool))
    settled += await runBatch(engine, bulk).catch(passing(`Operation ${bulk.id}`));
  await dropOldPreviews(engine.database.pool).catch(passing('Dropping old previews'));
  return { settled };
}

async function runBatch(engine: Engine, bulk: RunningBulk): Promise<number> {
  for (let settled = 0; settled < BATCH; settled++) {
    if (await settleNext(engine, bulk)) continue;
    await endBulk(engine.database.pool, bulk.id);
    return settled;
  }
  return BATCH;
}

/** One item in a transaction of its own. @returns false when none is left to be picked. */
async function settleNext(engine: Engine, bulk: RunningBulk): Promise<boolean> {
  const { limits, database } = engine;
  for (let tries = 1; ; tries++) {
    let picked: string | null = null;
    const ended = await inTransaction(
      database,
      [beginItem(bulk.id, limits.lockTimeoutMs, limits.statementTimeoutMs)],
      async (_bounded, runWork): Promise<Body<ItemEnd>> => ({
        value: await runWork((tx) => applyNextItem(tx, bulk, (targetId) => (picked = targetId)), limits.runMs),
      }),
    );
    if (ended.end === 'committed') return ended.value !== null;
    const failure = classifyDatabaseFailure(ended.error);
    if (failure === 'conflict' && tries < MAX_TRIES) {
      await backOff(tries);
      continue;
    }
    // Who is in the way, or gone, may not be next time: the item waits.
    if (ended.end === 'commit_lost' || failure === 'unavailable' || picked === null) throw ended.error;
    engine.report(`Item ${picked} of operation ${bulk.id} failed.`, ended.error);
    await failItem(
      database.pool,
      bulk.id,
      picked,
      `It failed here (${sqlStateOf(ended.error) ?? 'no SQLSTATE'}); see the log.`,
    );
    return true;
  }
}
