import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { BRIEF, inBoundedTransaction } from '../postgres/bounded-transaction.ts';
import { addConflict, type ConflictRow } from '../postgres/statements/add-conflict.ts';

/** Writes conflict events, as far as that harms nobody: a conflict is answered whether its event is written or not. */
export type ConflictLog = {
  /** Resolves when the event is written or lost, or after a moment: no caller waits longer for evidence. Never rejects. */
  note(row: ConflictRow): Promise<void>;
};

/** So many wait at most; more are the same few records hammered, whose events would only count on. */
const MOST_WAITING = 100;

/** In quiet times an event is written when its caller is answered; a caller waits no longer for one. */
const PATIENCE_MS = 250;

/**
 * Makes a log that has at most one connection of the pool at a time, and each for a moment: a record that somebody holds costs
 * its own conflicts their events, and nobody else a connection. What is lost is reported.
 */
export function createConflictLog(pool: Pool, report: (message: string, error: unknown) => void): ConflictLog {
  let waiting = 0;
  let last: Promise<void> = Promise.resolve();
  const write = (row: ConflictRow): Promise<void> =>
    inBoundedTransaction(pool, BRIEF, (client) => addConflict(client, row))
      .catch((error: unknown) => report('A conflict event could not be written.', error))
      .finally(() => {
        waiting -= 1;
      });
  return {
    note: async (row) => {
      if (waiting >= MOST_WAITING) {
        report('A conflict event could not be written.', new Error(`${MOST_WAITING} of them wait already.`));
        return;
      }
      waiting += 1;
      last = last.then(() => write(row));
      const giveUp = new AbortController();
      const patience = delay(PATIENCE_MS, undefined, { signal: giveUp.signal, ref: false }).catch(() => {});
      await Promise.race([last, patience]);
      giveUp.abort();
    },
  };
}
