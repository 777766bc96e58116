import pg from 'pg';
import { noRows, type Prepared } from '../prepared.ts';

/**
 * Opens the tripwire of a run's transaction: a holdable cursor whose rows cannot be computed. A COMMIT computes them, so as
 * long as it is open every COMMIT fails, whoever sends it and in whatever spelling, and writes nothing (PostgreSQL manual, DECLARE).
 * The words are in the error that the sender gets.
 */
export const OPEN_TRIPWIRE: Prepared = {
  name: 'latchkey_open_tripwire',
  text: `DECLARE latchkey_open NO SCROLL CURSOR WITH HOLD FOR
SELECT (pg_catalog.left(pg_catalog.random()::pg_catalog.text, 0)
  OPERATOR(pg_catalog.||) 'this transaction is the run''s to commit')::pg_catalog.int4`,
  values: [],
  read: noRows,
};

/** Closes it, right before the run's own COMMIT. @throws 34000 when the transaction is not the one that opened it. */
export const CLOSE_TRIPWIRE: Prepared = {
  name: 'latchkey_close_tripwire',
  text: 'CLOSE latchkey_open',
  values: [],
  read: noRows,
};

/** True when the tripwire was not there to be closed: somebody had ended the transaction, or closed every cursor. */
export const isTripwireGone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '34000' && error.message.includes('latchkey_open');
