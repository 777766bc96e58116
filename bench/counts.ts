import pg from 'pg';
import type { Runtime } from '../src/runtime/runtime.ts';

/** What one call costs the database: statements sent (BEGIN and COMMIT too) and connections taken from the pool. */
export type Counts = { readonly statements: number; readonly connections: number };

/** Counts one call while nothing else runs. */
export async function countsOf(runtime: Runtime, call: () => Promise<unknown>): Promise<Counts> {
  let statements = 0;
  let connections = 0;
  const send = pg.Client.prototype.query;
  const counted = function (this: pg.Client, ...args: unknown[]): unknown {
    statements += (args[0] as { size?: number }).size ?? 1;
    return Reflect.apply(send, this, args);
  };
  const onAcquire = () => {
    connections += 1;
  };
  pg.Client.prototype.query = counted as typeof send;
  runtime.database.pool.on('acquire', onAcquire);
  try {
    await call();
  } finally {
    pg.Client.prototype.query = send;
    runtime.database.pool.off('acquire', onAcquire);
  }
  return { statements, connections };
}
