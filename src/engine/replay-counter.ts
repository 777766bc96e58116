import type { Pool } from 'pg';
import { BRIEF, inBoundedTransaction } from '../postgres/bounded-transaction.ts';
import { addConflictCounts } from '../postgres/statements/add-conflict-counts.ts';
import { addReplays } from '../postgres/statements/add-replays.ts';

/** Counts repeats in memory, so that one hammered key is one update a flush and not one a request. */
export type ReplayCounter = {
  /** A repeat that got the stored answer. */
  count(recordId: bigint): void;
  /** A repeat whose answer or key was past its retention. */
  countLate(recordId: bigint): void;
  countConflict(procedure: string): void;
  /** Writes what was counted. What could not be written is kept for the next flush. */
  flush(): Promise<void>;
};

type Repeats = { count: number; late: number };

/** Counts since the last flush are lost when the process ends: they are statistics, no promise rests on them. */
export function createReplayCounter(pool: Pool): ReplayCounter {
  let repeats = new Map<bigint, Repeats>();
  let conflicts = new Map<string, number>();
  const add = (recordId: bigint, { count, late }: Repeats) => {
    const known = repeats.get(recordId);
    repeats.set(recordId, { count: (known?.count ?? 0) + count, late: (known?.late ?? 0) + late });
  };
  const addConflicts = (procedure: string, more: number) =>
    conflicts.set(procedure, (conflicts.get(procedure) ?? 0) + more);

  const flushRepeats = async () => {
    if (repeats.size === 0) return;
    const taken = repeats;
    repeats = new Map();
    const counts = [...taken].map(([recordId, counted]) => ({ recordId, ...counted }));
    const missed = await inBoundedTransaction(pool, BRIEF, (client) => addReplays(client, counts)).catch(
      (error: unknown) => {
        for (const [recordId, counted] of taken) add(recordId, counted);
        throw error;
      },
    );
    for (const recordId of missed) add(recordId, taken.get(recordId) ?? { count: 0, late: 0 });
  };
  const flushConflicts = async () => {
    if (conflicts.size === 0) return;
    const taken = conflicts;
    conflicts = new Map();
    await inBoundedTransaction(pool, BRIEF, (client) => addConflictCounts(client, taken)).catch((error: unknown) => {
      for (const [procedure, count] of taken) addConflicts(procedure, count);
      throw error;
    });
  };
  return {
    count: (recordId) => add(recordId, { count: 1, late: 0 }),
    countLate: (recordId) => add(recordId, { count: 0, late: 1 }),
    countConflict: (procedure) => {
      addConflicts(procedure, 1);
    },
    flush: async () => {
      await flushRepeats();
      await flushConflicts();
    },
  };
}
