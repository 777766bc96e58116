import type { Protocol } from './units.ts';

/**
 * What is known of a statement's way: it waits at the proxy, it was sent, the server completed it or refused it, or the
 * server skipped it because an earlier one of its pipeline failed. `dropped` never reached the server.
 */
export type Progress = 'held' | 'sent' | 'completed' | 'failed' | 'skipped' | 'dropped';

/** One statement that a client sent, as the proxy saw it; `progress` and what follows it change as the server answers. */
export type Statement = {
  /** Number of the connection, from 1, in the order in which they were opened. */
  readonly connection: number;
  /** Place within its connection, from 1. */
  readonly place: number;
  readonly sql: string;
  readonly protocol: Protocol;
  progress: Progress;
  /** Command tag of a completed statement, such as `UPDATE 1`; a Query of several statements keeps the last. */
  tag?: string;
  /** SQLSTATE of a failed one. */
  sqlState?: string;
};

/**
 * Which statements are meant: a text is the whole statement without regard to case, surrounding blanks and a final
 * semicolon; a pattern may match anywhere in it.
 */
export type Matcher = string | RegExp | ((statement: Statement) => boolean);

/** Whether the matcher means this statement. */
export const matches = (matcher: Matcher, statement: Statement): boolean => {
  if (typeof matcher === 'function') return matcher(statement);
  if (typeof matcher === 'string') return bare(matcher) === bare(statement.sql);
  return statement.sql.search(matcher) !== -1;
};

const bare = (sql: string): string => sql.trim().replace(/;$/, '').trim().toLowerCase();
