import type { Pool } from 'pg';
import { addReplays } from '../postgres/statements/add-replays.ts';

/** Counts replays in memory, so that one hammered key is one update a flush and not one a request. */
export type ReplayCounter = {
  count(recordId: bigint): void;
  /** Writes what was counted. What could not be written is kept for the next flush. */
  flush(): Promise<void>;
};

/** Counts since the last flush are lost when the process ends: they are statistics, no promise rests on them. */
export function createReplayCounter(pool: Pool): ReplayCounter {
  let counts = new Map<bigint, number>();
  const add = (recordId: bigint, more: number) => counts.set(recordId, (counts.get(recordId) ?? 0) + more);
  return {
    count: (recordId) => {
      add(recordId, 1);
    },
    flush: async () => {
      if (counts.size === 0) return;
      const taken = counts;
      counts = new Map();
      await addReplays(
        pool,
        [...taken].map(([recordId, count]) => ({ recordId, count })),
      ).catch((error: unknown) => {
        for (const [recordId, count] of taken) add(recordId, count);
        throw error;
      });
    },
  };
}
