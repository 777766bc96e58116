import type { ClientBase } from 'pg';

/** A request that used a key for something else. */
export type ConflictRow = {
  readonly recordId: bigint;
  readonly scope: string;
  readonly caller: string;
  readonly procedure: string;
  readonly fingerprint: Uint8Array;
  readonly differingFields: readonly string[];
};

const TEXT = `
INSERT INTO public.conflict_event AS event (record_id, scope, caller, procedure, fingerprint, differing_fields)
VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (record_id, caller, fingerprint) DO UPDATE
SET occurrences = event.occurrences + 1, last_seen_at = pg_catalog.clock_timestamp()`;

/** Adds a conflict, or counts it again when the same caller sent the same thing before. */
export async function addConflict(client: ClientBase, row: ConflictRow): Promise<void> {
  await client.query({
    name: 'latchkey_add_conflict',
    text: TEXT,
    values: [String(row.recordId), row.scope, row.caller, row.procedure, row.fingerprint, row.differingFields],
  });
}
