import { inBoundedTransaction, JOB } from '../postgres/bounded-transaction.ts';
import type { Database } from '../postgres/database.ts';
import { isDatabaseGone } from '../postgres/failure.ts';
import { type DuplicateRound, findDuplicates, passOverRecord } from '../postgres/statements/find-duplicates.ts';

/** Ten thousand: a second's work of one connection, after which others get their turn. */
const PAGE = 10_000;

/**
 * Looks through one page of new records for clients that mint a key per attempt. A page that fails is halved down to the
 * record that does; that one is passed over, and the round is done: where all fail, the fault is not theirs.
 * @returns what it saw, and why a record was passed over. @throws when the database is gone.
 */
export async function findDuplicatesOnce(
  { pool }: Pick<Database, 'pool'>,
  page = PAGE,
): Promise<DuplicateRound & { readonly failures: readonly unknown[] }> {
  for (let size = page; ; size = Math.ceil(size / 2)) {
    try {
      return { ...(await inBoundedTransaction(pool, JOB, (client) => findDuplicates(client, size))), failures: [] };
    } catch (error) {
      if (isDatabaseGone(error)) throw error;
      if (size > 1) continue;
      await inBoundedTransaction(pool, JOB, passOverRecord);
      return { scanned: 0, suspected: 0, isDone: true, failures: [error] };
    }
  }
}
