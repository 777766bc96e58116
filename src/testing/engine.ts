import { randomUUID } from 'node:crypto';
import { createConflictLog } from '../engine/conflict-log.ts';
import { DEFAULT_LIMITS, type Engine, type Limits } from '../engine/engine.ts';
import { createReplayCounter } from '../engine/replay-counter.ts';
import type { AnswerEncoder, KeyedRequest, RunResult } from '../engine/run.ts';
import { createSeenKeys } from '../engine/seen-keys.ts';
import { runTransactional } from '../engine/transactional.ts';
import { fingerprintRequest } from '../idempotency/fingerprint.ts';
import type { Key } from '../idempotency/key.ts';
import type { Policy } from '../idempotency/policy.ts';
import { DEFAULT_POOL, openDatabase } from '../postgres/database.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import type { PoolOptions } from '../postgres/pool.ts';

/** An engine that keeps what a process would measure and log. */
export type TestEngine = Engine & {
  readonly events: readonly string[];
  readonly faults: readonly { readonly message: string; readonly error: unknown }[];
  close(): Promise<void>;
};

export type TestEngineOptions = {
  readonly pool?: Partial<PoolOptions>;
  readonly limits?: Partial<Limits>;
  readonly readOnly?: boolean;
  /** As in development, unless a test says otherwise: a transaction that used the network fails. */
  readonly tripwire?: boolean;
};

/** Opens an engine of its own, as another process would have one. */
export const openEngine = (databaseUrl: string, options: TestEngineOptions = {}): TestEngine => {
  const database = openDatabase(databaseUrl, { ...DEFAULT_POOL, ...options.pool }, options.tripwire ?? true);
  const events: string[] = [];
  const faults: { message: string; error: unknown }[] = [];
  const report = (message: string, error: unknown) => void faults.push({ message, error });
  return {
    database,
    secret: TEST_SECRET,
    processName: 'test',
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    seen: createSeenKeys(),
    replays: createReplayCounter(database.pool),
    conflicts: createConflictLog(database.pool, report),
    readOnly: options.readOnly ?? false,
    observe: (event) => events.push(event),
    report,
    events,
    faults,
    close: () => database.close(),
  };
};

/** The secret of every test's fingerprints. */
export const TEST_SECRET = Buffer.alloc(32, 7);

export type RequestOptions = {
  readonly scope?: string;
  readonly key?: string;
  readonly procedure?: string;
  readonly input?: unknown;
  readonly isRetry?: boolean;
  readonly policy?: Partial<Policy>;
};

/** A keyed request under a fresh key, unless one is given. */
export const keyed = (options: RequestOptions = {}): KeyedRequest => {
  const { scope = 'acc_test', key = randomUUID(), procedure = 'test.work', input = {}, isRetry = false } = options;
  return {
    scope,
    key: key as Key,
    procedure,
    caller: 'api-key:test',
    isRetry,
    policy: {
      keepAnswer: 'full',
      waitMs: 0,
      maxAnswerBytes: 262_144,
      retention: { answerHours: 72, keyHours: 720, memoryHours: 720 },
      ...options.policy,
    },
    fingerprintAt: (version, path = procedure) =>
      fingerprintRequest({ secret: TEST_SECRET, scope, procedure: path, input }, version),
  };
};

/** Encodes as JSON; a member `orderId` names the resource. */
export const asJson: AnswerEncoder<unknown> = {
  success: (value) => ({ status: 200, text: JSON.stringify(value ?? null), resourceId: resourceOf(value) }),
  refusal: ({ code, status, message }) => ({ status, text: JSON.stringify({ code, message }), resourceId: null }),
};

const resourceOf = (value: unknown): string | null =>
  typeof value === 'object' && value !== null && 'orderId' in value ? String(value.orderId) : null;

/** Runs work under a request. */
export const run = (engine: Engine, request: KeyedRequest, work: (tx: Tx) => Promise<unknown>): Promise<RunResult> =>
  runTransactional(engine, request, { work, encode: asJson });
