import type { Matcher } from './statement.ts';

/** The COMMIT of the transaction in which this statement was. */
export const commitOf = (inside: RegExp): Matcher => {
  const connections = new Set<number>();
  return ({ sql, connection }) => {
    if (inside.test(sql)) connections.add(connection);
    return sql === 'COMMIT' && connections.has(connection);
  };
};
