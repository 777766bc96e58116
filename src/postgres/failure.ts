import pg from 'pg';
import { failedStatement, type Proves } from './failed-statement.ts';
import { serverWordIn, sqlStateOf } from './sql-state.ts';

/**
 * What a failed statement means for the transaction it was in.
 * - `conflict`: rolled back because of others (40001, 40P01); worth doing again at once.
 * - `unavailable`: the database or a connection is missing, slow or full; worth doing again later.
 * - `other`: anything else, of the work or of its author.
 */
export type DatabaseFailure = 'conflict' | 'unavailable' | 'other';

const UNAVAILABLE = new Set([
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // starting up
  '57P05', // idle session timeout
  '57014', // statement timeout or cancel
  '55P03', // lock timeout
  '25P03', // idle in transaction timeout
  '25P04', // transaction timeout
  '25006', // read-only: a failover left us on a standby
  '3D000', // the database is being recreated
]);

/** When to ask a database again that is `unavailable`, in milliseconds: one that restarts is back in seconds. */
export const UNAVAILABLE_RETRY_MS = 2_000;

/** Classifies by SQLSTATE, whatever shape the error has (PostgreSQL manual, appendix A). */
export function classifyDatabaseFailure(error: unknown): DatabaseFailure {
  const state = sqlStateOf(error);
  if (state === null) return 'other';
  if (state === '40001' || state === '40P01') return 'conflict';
  if (UNAVAILABLE.has(state) || /^(?:08|53|28)/.test(state)) {
    return 'unavailable';
  }
  return 'other';
}

/** True when nothing else can be asked either: the next item or page would fail like this one. Bugs of ours count as that. */
export function isDatabaseGone(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === null || /^(?:08|57P|53|28|3D)/.test(state) || state === '25006';
}

/** A word of the server's that ends the session: what it says of itself, it does not say of a COMMIT that came before. */
const ENDS_SESSION = /^(?:FATAL|PANIC)/i;

/** 40003: it cannot tell either. 25P03, 25P04: sessions that were ended. */
const TELLS_NOTHING = /^(?:08|57P|40003|25P03|25P04)/;

/**
 * True when a failed COMMIT may have happened all the same. Only the server's own word that a statement failed, of a
 * session that went on, proves a rollback; everything else (a time limit, a lost or silent connection, an errno, a bug) does not.
 */
export function provesNothing(error: unknown): boolean {
  const word = serverWordIn(error);
  return word === null || TELLS_NOTHING.test(word.state) || ENDS_SESSION.test(word.severity ?? '');
}

/** True when a statement that proves ownership found that the record is another attempt's by now. */
export const isNotTheOwner = (error: unknown): boolean =>
  saysOfRecords(error, 'ownership', { code: 'LK001', constraint: 'idempotency_record_owner' });

/** True when a record of this key was committed by somebody who had not taken the claim's lock. */
export const isKeyTaken = (error: unknown): boolean =>
  saysOfRecords(error, 'a free key', { code: '23505', constraint: 'idempotency_record_key_scope' });

/**
 * True when a statement of ours that proves this failed, and on our own table. The business may raise the same code in a
 * trigger, at COMMIT or inside of our statement, or have a constraint of the same name.
 */
const saysOfRecords = (
  error: unknown,
  proved: Proves,
  { code, constraint }: { readonly code: string; readonly constraint: string },
): boolean =>
  failedStatement(error)?.proves === proved &&
  error instanceof pg.DatabaseError &&
  error.code === code &&
  error.schema === 'public' &&
  error.table === 'idempotency_record' &&
  error.constraint === constraint;
