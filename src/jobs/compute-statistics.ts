import type { ClientBase } from 'pg';
import { inBoundedTransaction, JOB } from '../postgres/bounded-transaction.ts';
import type { Database } from '../postgres/database.ts';
import { isDatabaseGone } from '../postgres/failure.ts';
import { computeFigures } from '../postgres/statements/compute-figures.ts';
import { countClaims } from '../postgres/statements/count-claims.ts';
import { rollStatistics } from '../postgres/statements/roll-statistics.ts';

/** What one round did. `failures` are of figures that keep their old value. */
export type StatisticsRound = {
  readonly counted: number;
  readonly rolled: number;
  readonly hasMore: boolean;
  readonly failures: readonly unknown[];
};

/** Twenty thousand ids: a fraction of a second of one connection. */
const PAGE = 20_000;

/**
 * Counts claims, adds old minutes up, and computes the overview's figures; where one of these fails the others are done. Any
 * number of workers may do it at once. @throws when the database is gone.
 */
export async function computeStatistics({ pool }: Pick<Database, 'pool'>, page = PAGE): Promise<StatisticsRound> {
  const failures: unknown[] = [];
  const attempt = (work: (client: ClientBase) => Promise<number>): Promise<number> =>
    inBoundedTransaction(pool, JOB, work).catch((error: unknown) => {
      if (isDatabaseGone(error)) throw error;
      failures.push(error);
      return 0;
    });
  const counted = await attempt((client) => countClaims(client, page));
  const hasMore = counted === page;
  // While there is a backlog of claims, the figures are no more urgent than they were.
  if (hasMore) return { counted, rolled: 0, hasMore, failures };
  const rolled = await attempt(rollStatistics);
  return { counted, rolled, hasMore, failures: [...failures, ...(await computeFigures(pool))] };
}
