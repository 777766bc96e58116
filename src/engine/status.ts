import { retryAfter } from '../idempotency/decide.ts';
import type { CompletedRecord, RecordView } from '../idempotency/record.ts';
import { claimLockKey } from '../postgres/lock-key.ts';
import { isClaimHeld } from '../postgres/statements/is-claim-held.ts';
import { readRecord } from '../postgres/statements/read-record.ts';
import type { Engine } from './engine.ts';

/** What is known of a key. `not_found` never permits a new key: the client sends the same one again. */
export type KeyStatus =
  | { readonly state: 'not_found' }
  | {
      readonly state: 'in_progress';
      readonly procedure?: string;
      readonly startedAt?: Date;
      readonly retryAfterMs: number;
    }
  | { readonly state: 'unknown' | 'parked'; readonly procedure: string; readonly startedAt: Date }
  | {
      readonly state: 'completed' | 'expired';
      readonly procedure: string;
      readonly resourceId?: string;
      readonly startedAt: Date;
      readonly completedAt: Date;
    };

/**
 * Reads the record; without one asks whether a transaction holds the claim, and then reads once more, since it may have
 * committed between the two looks. So a transactional run in flight is `in_progress`.
 */
export async function statusOf(engine: Engine, scope: string, key: string): Promise<KeyStatus> {
  const { reader } = engine.database;
  const record = await readRecord(reader, scope, key);
  if (record) return describe(record);
  const isHeld = await isClaimHeld(reader, claimLockKey(scope, key));
  const committed = await readRecord(reader, scope, key);
  if (committed) return describe(committed);
  return isHeld ? { state: 'in_progress', retryAfterMs: TRANSACTIONAL_RETRY_MS } : { state: 'not_found' };
}

/** A lapsed record that is due is taken over within seconds. */
const TAKEN_OVER_SOON_MS = 1_000;

/** A transactional run is over in milliseconds. */
const TRANSACTIONAL_RETRY_MS = 500;

function describe(record: RecordView): KeyStatus {
  const common = { procedure: record.procedure, startedAt: record.createdAt };
  switch (record.state) {
    case 'IN_PROGRESS':
      if (record.parkedReason !== null) return { ...common, state: 'parked' };
      return { ...common, state: 'in_progress', retryAfterMs: retryAfter(record) ?? TAKEN_OVER_SOON_MS };
    case 'UNKNOWN':
      return { ...common, state: 'unknown' };
    case 'COMPLETED':
      return { ...common, ...describeCompleted(record) };
  }
}

const describeCompleted = (record: CompletedRecord) => ({
  state: record.window === 'memory' ? ('expired' as const) : ('completed' as const),
  completedAt: record.completedAt,
  ...(record.resourceId === null ? {} : { resourceId: record.resourceId }),
});
