import type { ClientBase } from 'pg';
import { connectionOf, type Tx } from '../guarded-tx.ts';
import { type Clock, msOf, NOW } from './clock.ts';

/** A record and its hold, as the flows of operators see them; times are differences made by the database's clock. */
export type HeldRecordRow = {
  readonly id: string;
  readonly scope: string;
  readonly account: string | null;
  readonly key: string;
  readonly procedure: string;
  readonly mode: string;
  readonly state: 'IN_PROGRESS' | 'UNKNOWN' | 'COMPLETED';
  readonly outcome: 'success' | 'refusal' | null;
  readonly attempt: number;
  readonly step: string | null;
  readonly leaseOwner: string | null;
  readonly externalBegan: boolean;
  readonly parkedReason: string | null;
  readonly unknownReason: string | null;
  readonly leaseLapsedMs: number;
  readonly heartbeatAgeMs: number | null;
  readonly hold: {
    readonly heldBy: string;
    readonly heldName: string;
    readonly reason: string;
    readonly sinceMs: number;
    readonly drainLeftMs: number;
    readonly idleMs: number;
  } | null;
};

/** A hold that was written by hand has no acts: it counts as idle. */
const DAY_MS = 86_400_000;

const textBy = (clock: Clock): string => `
SELECT r.id::pg_catalog.text, r.scope, account.name AS account, r.key, r.procedure, r.mode, r.state, r.outcome, r.attempt, r.step,
  r.lease_owner AS "leaseOwner", r.external_began AS "externalBegan", r.parked_reason AS "parkedReason",
  r.unknown_reason AS "unknownReason", ${msOf('now.at - r.lease_expires_at')} AS "leaseLapsedMs",
  ${msOf('now.at - r.heartbeat_at')} AS "heartbeatAgeMs",
  CASE WHEN r.held_by IS NOT NULL THEN pg_catalog.json_build_object(
    'heldBy', r.held_by, 'heldName', coalesce(h.held_name, r.held_by), 'reason', coalesce(h.reason, ''),
    'sinceMs', ${msOf('now.at - h.since')}, 'drainLeftMs', coalesce(${msOf('h.not_before - now.at')}, 0),
    'idleMs', coalesce(${msOf('now.at - h.touched_at')}, ${DAY_MS})) END AS hold
FROM public.idempotency_record r CROSS JOIN (SELECT ${NOW[clock]} AS at) AS now
LEFT JOIN public.record_hold h ON h.record_id = r.id LEFT JOIN public.account ON account.id = r.scope
WHERE r.id = $1::bigint`;

/** The record of this id with its hold, or null. */
export async function readHeld(on: Tx | ClientBase, id: string, clock: Clock): Promise<HeldRecordRow | null> {
  const { rows } = await connectionOf(on).query<HeldRecordRow>({
    name: `latchkey_read_held_${clock}`,
    text: textBy(clock),
    values: [id],
  });
  return rows[0] ?? null;
}
