import type { PgProxy } from './pg-proxy/proxy.ts';
import type { Matcher, Statement } from './pg-proxy/statement.ts';

/** A place in a placement at which it can be stopped: just before the server gets a statement, or just after it ran it. */
export type Boundary = {
  /** For a test's name, such as `before 3 INSERT INTO "public"."order"`. */
  readonly name: string;
  readonly side: 'before' | 'after';
  /** Matches this statement of a placement and no other one of it. */
  readonly matcher: Matcher;
  /** Which of those that match. */
  readonly nth: number;
  /** Whether the order stands by now, whatever happens next; `perhaps` where COMMIT was sent together with the statement: behind the completion and the tripwire. */
  readonly committed: 'no' | 'perhaps' | 'yes';
};

/**
 * Enumerates the boundaries of one placement from the proxy's own log of it: before and after each statement. The caller
 * runs one placement through the proxy, on a warm connection, between emptying the log and this.
 */
export const boundariesOf = (statements: readonly Statement[]): Boundary[] => {
  const commit = statements.findIndex(({ sql }) => sql === 'COMMIT');
  if (commit < 0) throw new Error(`No COMMIT among the ${statements.length} statements of the placement.`);
  return statements.flatMap(({ sql }, index): Boundary[] => {
    const nth = statements.slice(0, index + 1).filter((other) => other.sql === sql).length;
    const common = { matcher: (seen: Statement) => seen.sql === sql, nth };
    const place = `${index + 1} ${sql.trim().replaceAll(/\s+/g, ' ').slice(0, 44)}`;
    const after = index >= commit ? 'yes' : index >= commit - 2 ? 'perhaps' : 'no';
    return [
      { ...common, side: 'before', name: `before ${place}`, committed: index > commit ? 'yes' : 'no' },
      { ...common, side: 'after', name: `after ${place}`, committed: after },
    ];
  });
};

/** Holds the next placement at the boundary. */
export const holdAt = (proxy: PgProxy, { side, matcher, nth }: Boundary) =>
  side === 'before' ? proxy.holdBefore(matcher, { nth }) : proxy.holdAfter(matcher, { nth });

/** Cuts the connection of the next placement at the boundary, on both sides; resolves when it is cut. */
export const cutAt = (proxy: PgProxy, { side, matcher, nth }: Boundary): Promise<Statement> =>
  side === 'before' ? proxy.cutBefore(matcher, { nth }) : proxy.cutAfterServerReceived(matcher, { nth });
