import type { Runtime } from '../../runtime/runtime.ts';
import { openEngine } from '../engine.ts';
import { openRuntime } from '../runtime.ts';

/** A runtime with a pool so small that every session is met again, and bounds that a test can wait for. */
export function smallRuntime(databaseUrl: string, size: number): Runtime {
  const runtime = openRuntime(databaseUrl);
  const engine = openEngine(databaseUrl, {
    pool: { size },
    limits: { lockTimeoutMs: 500, statementTimeoutMs: 1_500, runMs: 4_000 },
  });
  return {
    ...runtime,
    engine,
    database: engine.database,
    close: async () => {
      await engine.close();
      await runtime.close();
    },
  };
}
