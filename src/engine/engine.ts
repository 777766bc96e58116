import type { Reason } from '../idempotency/reason.ts';
import type { Database } from '../postgres/database.ts';
import type { ServerBounds } from '../postgres/statements/claim.ts';
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
  /** The most a whole run may take before it is rolled back. */
  readonly runMs: number;
  /** Lease of a claim; in a transactional run nobody can see it lapse, since the claim is not committed yet. */
  readonly leaseMs: number;
};

/**
 * The server's bounds lie well below the run's, and the run's well below Prisma's, so that it is never Prisma's timer
 * that ends a transaction: that one interrupts neither the work nor a blocked statement.
 */
export const DEFAULT_LIMITS: Limits = {
  // Longer than any honest row lock of another run, shorter than a person's patience.
  lockTimeoutMs: 2_000,
  // A statement of a request that needs more than this needs an index.
  statementTimeoutMs: 5_000,
  // The work only talks to this database; a silence this long is a hung handler or a dead process.
  idleTimeoutMs: 10_000,
  runMs: 15_000,
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
  /** New work is refused; replays are still answered. */
  readonly readOnly: boolean;
  observe(event: EngineEvent, procedure: string): void;
  /** Reports a fault that the caller is not told of, such as a conflict event that could not be written. */
  report(message: string, error: unknown): void;
};
