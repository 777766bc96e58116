import type { ClientBase } from 'pg';
import { connectionOf, type Tx } from '../guarded-tx.ts';
import { type Clock, msOf, NOW } from './clock.ts';

/** The call that began and whose step has no result yet. */
export type OpenCallRow = {
  readonly step: string;
  readonly ordinal: number;
  readonly provider: string;
  readonly operation: string;
  readonly downstreamKey: string;
  /** As it was sent, in the form stored. */
  readonly request: string;
  readonly state: 'intended' | 'absent' | 'failed' | 'cannot_tell' | 'confirmed';
  readonly providerId: string | null;
  readonly calls: number;
  readonly firstCallAt: Date;
  readonly lastCallAt: Date;
  readonly keyWindowEndsAt: Date;
  readonly callLeftMs: number;
  readonly keyWindowLeftMs: number;
  readonly sinceLastCallMs: number;
};

// The key window of a call that never left has not begun, and is whole. Without a result of its step: what is stored of a step is given back and never called again.
const textBy = (clock: Clock): string => `
SELECT e.step, e.ordinal, e.provider, e.operation, e.downstream_key AS "downstreamKey", e.request, e.state,
  e.provider_id AS "providerId", e.calls, e.first_call_at AS "firstCallAt", e.last_call_at AS "lastCallAt",
  e.key_window_ends_at AS "keyWindowEndsAt", ${msOf('e.call_over_at - now.at')} AS "callLeftMs",
  ${msOf('e.key_window_ends_at - CASE WHEN e.never_left = e.calls THEN e.first_call_at ELSE now.at END')} AS "keyWindowLeftMs", ${msOf('now.at - e.last_call_at')} AS "sinceLastCallMs"
FROM public.external_reference e CROSS JOIN (SELECT ${NOW[clock]} AS at) AS now
WHERE e.record_id = $1::bigint
  AND NOT EXISTS (SELECT FROM public.run_step s WHERE s.record_id = e.record_id AND s.name = e.step)
ORDER BY e.id DESC LIMIT 1`;

/** The open call of a record, under its newest ordinal; null when every step that called has its result. */
export async function readOpenCall(on: Tx | ClientBase, id: string, clock: Clock): Promise<OpenCallRow | null> {
  const { rows } = await connectionOf(on).query<OpenCallRow>({
    name: `latchkey_read_open_call_${clock}`,
    text: textBy(clock),
    values: [id],
  });
  return rows[0] ?? null;
}
