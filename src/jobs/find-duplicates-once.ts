import { inBoundedTransaction, JOB } from '../postgres/bounded-transaction.ts';
import type { Database } from '../postgres/database.ts';
import { findDuplicates } from '../postgres/statements/find-duplicates.ts';

/** Ten thousand: a second's work of one connection, after which others get their turn. */
const PAGE = 10_000;

/** Looks through one page of new records for clients that mint a key per attempt. @returns what it saw. */
export const findDuplicatesOnce = ({ pool }: Pick<Database, 'pool'>, page = PAGE) =>
  inBoundedTransaction(pool, JOB, (client) => findDuplicates(client, page));
