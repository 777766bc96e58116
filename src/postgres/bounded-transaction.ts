import type { ClientBase, Pool } from 'pg';
import { giveUp } from './give-up.ts';
import { TIME_BUDGET } from './time-budget.ts';

/** What a transaction that no caller waits for may take, in milliseconds. */
export type TransactionBounds = { readonly lockTimeoutMs: number; readonly statementTimeoutMs: number };

/** Evidence and counts: at most a moment of one connection, since others wait for it and nobody for them. */
export const BRIEF: TransactionBounds = { lockTimeoutMs: 250, statementTimeoutMs: 1_000 };

/**
 * A job's page: a page of thousands of rows on a cold disk takes seconds, and one that took longer than its bound would never
 * be done. A row that somebody holds is passed over or tried in the next round.
 */
export const JOB: TransactionBounds = { lockTimeoutMs: 500, statementTimeoutMs: 30_000 };

/**
 * One transaction on a connection of the pool under bounds of its own, longer or shorter than the session's. A server that is
 * silent for longer than the statement's bound is given up. @throws what the server said, or that nothing was heard of it.
 */
export async function inBoundedTransaction<T>(
  pool: Pool,
  { lockTimeoutMs, statementTimeoutMs }: TransactionBounds,
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const { connectionParameters } = client as unknown as { connectionParameters: { query_timeout: number } };
  const usualMs = connectionParameters.query_timeout;
  connectionParameters.query_timeout = statementTimeoutMs + TIME_BUDGET.silenceMs - TIME_BUDGET.statementTimeoutMs;
  let lost: Error | undefined;
  try {
    await client.query(
      `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL statement_timeout = ${statementTimeoutMs}`,
    );
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((cause: Error) => {
      lost = cause;
    });
    throw error;
  } finally {
    connectionParameters.query_timeout = usualMs;
    if (lost) giveUp(client, 'A transaction could not be rolled back.');
    client.release(lost);
  }
}
