import type { Reason } from '../idempotency/reason.ts';
import type { Database } from '../postgres/database.ts';
import type { ServerBounds } from '../postgres/statements/claim.ts';
import { TIME_BUDGET } from '../postgres/time-budget.ts';
import type { ConflictLog } from './conflict-log.ts';
import type { ReplayCounter } from './replay-counter.ts';
import type { SeenKeys } from './seen-keys.ts';

/** Something that happened to a keyed request, for metrics. Closed words only: it can carry no key and no account. */
export type EngineEvent =
  | Reason
  | 'claimed'
  | 'completed'
  | 'refusal_stored'
  | 'replayed'
  | 'rolled_back'
  | 'transaction_retried'
  | 'commit_lost'
  | 'taken_over'
  | 'lease_lost'
  | 'yielded'
  | 'unknown'
  | 'parked'
  | 'effect_found_late'
  | 'withheld';

/** How long things may take, in milliseconds. */
export type Limits = ServerBounds & {
  /** The most that the work of a run may take before it is rolled back, and all its tries together. */
  readonly runMs: number;
  /** When a caller is answered at the latest, counted from the arrival of its request. */
  readonly answerMs: number;
  /** Lease of a claim; in a transactional run nobody can see it lapse, since the claim is not committed yet. */
  readonly leaseMs: number;
};

/** Every bound argues its size in postgres/time-budget.ts. */
export const DEFAULT_LIMITS: Limits = {
  lockTimeoutMs: TIME_BUDGET.lockTimeoutMs,
  statementTimeoutMs: TIME_BUDGET.statementTimeoutMs,
  idleTimeoutMs: TIME_BUDGET.idleTimeoutMs,
  runMs: TIME_BUDGET.runMs,
  answerMs: TIME_BUDGET.answerMs,
  leaseMs: 30_000,
};

/** Everything a run needs, made once per process. */
export type Engine = {
  readonly database: Database;
  /** Secret of the installation, from which downstream keys derive. */
  readonly secret: Uint8Array;
  /** Name of this process, as leases show it to people. */
  readonly processName: string;
  readonly limits: Limits;
  readonly seen: SeenKeys;
  readonly replays: ReplayCounter;
  readonly conflicts: ConflictLog;
  /** New work is refused; replays are still answered. */
  readonly readOnly: boolean;
  observe(event: EngineEvent, procedure: string): void;
  /** Reports a fault that the caller is not told of, such as a conflict event that could not be written. */
  report(message: string, error: unknown): void;
};
