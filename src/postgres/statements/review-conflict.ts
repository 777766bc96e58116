import type { Tx } from '../guarded-tx.ts';

/** A conflict as a reviewer has to know it. */
export type ReviewedConflict = {
  readonly recordId: string;
  readonly occurrences: number;
  readonly reviewedAt: Date | null;
  readonly reviewedBy: string | null;
};

// A conflict that was seen again after its review is to be looked at again.
const REVIEW = `
UPDATE conflict_event SET reviewed_at = clock_timestamp(), reviewed_by = $2
WHERE id = $1::bigint AND occurrences = $3::int AND (reviewed_at IS NULL OR last_seen_at > reviewed_at)
RETURNING record_id::text AS "recordId", occurrences, reviewed_at AS "reviewedAt", reviewed_by AS "reviewedBy"`;

const READ = `
SELECT record_id::text AS "recordId", occurrences, reviewed_at AS "reviewedAt", reviewed_by AS "reviewedBy"
FROM conflict_event WHERE id = $1::bigint`;

/** Marks a conflict reviewed by this person, if it was seen exactly so often and not reviewed since; null otherwise. */
export async function reviewConflict(
  tx: Tx,
  id: string,
  seen: { readonly reviewedBy: string; readonly occurrences: number },
): Promise<ReviewedConflict | null> {
  const rows = await tx.$queryRawUnsafe<ReviewedConflict[]>(REVIEW, id, seen.reviewedBy, seen.occurrences);
  return rows[0] ?? null;
}

/** The conflict as it is; null when its record is forgotten. */
export async function readConflict(tx: Tx, id: string): Promise<ReviewedConflict | null> {
  const rows = await tx.$queryRawUnsafe<ReviewedConflict[]>(READ, id);
  return rows[0] ?? null;
}
