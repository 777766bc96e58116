import { hostname } from 'node:os';
import type { Actor } from '../auth/actor.ts';
import { type AuthByOrigin, createAuthByOrigin } from '../auth/auth-by-origin.ts';
import { authenticate } from '../auth/authenticate.ts';
import { createConflictLog } from '../engine/conflict-log.ts';
import { DEFAULT_LIMITS, type Engine, type Limits } from '../engine/engine.ts';
import { createReplayCounter } from '../engine/replay-counter.ts';
import { createSeenKeys } from '../engine/seen-keys.ts';
import type { Retention } from '../idempotency/policy.ts';
import { type Database, openDatabase } from '../postgres/database.ts';
import type { PoolOptions } from '../postgres/pool.ts';
import { countOpen } from '../postgres/statements/count-open.ts';
import { readJobs } from '../postgres/statements/job-health.ts';
import type { Providers } from '../providers/open-providers.ts';
import { log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';

export type RuntimeConfig = {
  readonly providers: Providers;
  readonly databaseUrl: string;
  /** Key of the fingerprints, 32 bytes or more, the same in every process of an installation. */
  readonly secret: Uint8Array;
  readonly authSecret: string;
  readonly readOnly: boolean;
  readonly retention: Retention;
  readonly leaseMs: number;
  /** Bounds of the database's connections and of runs that differ from the defaults. */
  readonly pool?: Partial<PoolOptions>;
  readonly limits?: Partial<Limits>;
  /** Fails a transaction whose work used the network; for development and tests, since it watches every socket. */
  readonly tripwire: boolean;
};

/** The parts of one process, made once and handed to those who need them. */
export type Runtime = {
  /** What work may do outside the database. */
  readonly providers: Providers;
  readonly database: Database;
  readonly engine: Engine;
  readonly auth: AuthByOrigin;
  readonly metrics: Metrics;
  readonly secret: Uint8Array;
  readonly retention: Retention;
  authenticate(headers: Headers): Promise<Actor>;
  /** Writes what is only in memory, then lets go of the database. */
  close(): Promise<void>;
};

/** Makes a process's parts. Connects to nothing yet. */
export function createRuntime(config: RuntimeConfig): Runtime {
  const database = openDatabase(config.databaseUrl, config.pool, config.tripwire);
  const metrics = createMetrics(
    () => countOpen(database.reader),
    () => readJobs(database.reader),
  );
  const replays = createReplayCounter(database.pool);
  const report = (message: string, error: unknown): void => log.error({ err: error }, message);
  const engine: Engine = {
    database,
    secret: config.secret,
    processName: `${hostname()}:${process.pid}`,
    limits: { ...DEFAULT_LIMITS, ...config.limits, leaseMs: config.leaseMs },
    seen: createSeenKeys(),
    replays,
    conflicts: createConflictLog(database.pool, report),
    readOnly: config.readOnly,
    observe: metrics.observe,
    report,
  };
  const auth = createAuthByOrigin(database, { secret: config.authSecret, report });
  const flush = () =>
    replays.flush().catch((error: unknown) => report('Replay counts wait for the next flush.', error));
  // Two seconds: the desk shows replays soon, and a hot key costs one update in that time.
  const timer = setInterval(flush, 2_000).unref();
  return {
    providers: config.providers,
    database,
    engine,
    auth,
    metrics,
    secret: config.secret,
    retention: config.retention,
    authenticate: (headers) => authenticate(database, auth, headers),
    close: async () => {
      clearInterval(timer);
      await flush();
      await database.close();
    },
  };
}
