import type { Tx } from '../guarded-tx.ts';

/** A conflict as a reviewer has to know it. */
export type ReviewedConflict = {
  readonly recordId: string;
  readonly occurrences: number;
  readonly reviewedAt: Date | null;
  readonly reviewedBy: string | null;
};

/** Which state of a conflict a reviewer has seen: so many occurrences, or all until a moment. */
export type SeenConflict = { readonly occurrences: number } | { readonly until: Date };

// A conflict that was seen again after its review is to be looked at again.
const REVIEW = `
UPDATE public.conflict_event SET reviewed_at = pg_catalog.clock_timestamp(), reviewed_by = $2
WHERE id = $1::bigint AND ($3::int IS NULL OR occurrences = $3::int) AND ($4::pg_catalog.timestamptz IS NULL OR last_seen_at <= $4::pg_catalog.timestamptz)
  AND (reviewed_at IS NULL OR last_seen_at > reviewed_at)
RETURNING record_id::pg_catalog.text AS "recordId", occurrences, reviewed_at AS "reviewedAt", reviewed_by AS "reviewedBy"`;

const READ = `
SELECT record_id::pg_catalog.text AS "recordId", occurrences, reviewed_at AS "reviewedAt",
  coalesce((SELECT u.name FROM public."user" u WHERE u.id = reviewed_by), reviewed_by) AS "reviewedBy"
FROM public.conflict_event WHERE id = $1::bigint`;

/** Marks a conflict reviewed by this person (an id), if it is as they saw it and not reviewed since; null otherwise. */
export async function reviewConflict(
  tx: Tx,
  id: string,
  reviewedBy: string,
  seen: SeenConflict,
): Promise<ReviewedConflict | null> {
  const rows = await tx.$queryRawUnsafe<ReviewedConflict[]>(
    REVIEW,
    id,
    reviewedBy,
    'occurrences' in seen ? seen.occurrences : null,
    'until' in seen ? seen.until.toISOString() : null,
  );
  return rows[0] ?? null;
}

/** The conflict as it is; null when its record is forgotten. */
export async function readConflict(tx: Tx, id: string): Promise<ReviewedConflict | null> {
  const rows = await tx.$queryRawUnsafe<ReviewedConflict[]>(READ, id);
  return rows[0] ?? null;
}
