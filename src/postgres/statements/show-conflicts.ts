import type { ClientBase } from 'pg';

/** A request that used the record's key for something else, as the record's page shows it. */
export type ShownConflict = {
  readonly id: string;
  readonly caller: string;
  readonly procedure: string;
  readonly differingFields: readonly string[];
  readonly occurrences: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly reviewedAt: Date | null;
  readonly reviewedBy: string | null;
};

/** More callers than that with one key are one mistake, and the conflicts page has them all. */
const MAX_CONFLICTS = 200;

const TEXT = `
SELECT id::pg_catalog.text, caller, procedure, differing_fields AS "differingFields", occurrences, first_seen_at AS "firstSeenAt",
  last_seen_at AS "lastSeenAt", reviewed_at AS "reviewedAt", reviewed_by AS "reviewedBy"
FROM public.conflict_event WHERE record_id = $1::bigint ORDER BY last_seen_at DESC, id DESC LIMIT ${MAX_CONFLICTS + 1}`;

/** The latest conflicts of a record, and whether there are more. */
export async function showConflicts(client: ClientBase, id: string) {
  const { rows } = await client.query<ShownConflict>({ name: 'latchkey_show_conflicts', text: TEXT, values: [id] });
  return { conflicts: rows.slice(0, MAX_CONFLICTS), hasMoreConflicts: rows.length > MAX_CONFLICTS };
}
