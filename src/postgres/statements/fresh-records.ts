/** A run that began before this has ended one way or the other, so that no lower id can appear behind the walk. */
export const SETTLED_AFTER = '1 minute';

/**
 * The CTEs `mark` and `fresh` of a walk through all records in the order of their ids: the next `$1` of them behind a
 * watermark. Its row is the lock: a second worker finds it taken and does nothing. Of records that began in one moment the
 * ids may be in another order than the dates.
 */
export const freshRecords = (watermark: string, columns: string): string => `mark AS MATERIALIZED (
  SELECT value::bigint AS id FROM public.computed_figure WHERE name = '${watermark}' FOR UPDATE SKIP LOCKED
), settled AS MATERIALIZED (
  SELECT pg_catalog.max(r.id) AS id FROM public.idempotency_record r, (
    SELECT pg_catalog.max(created_at) AS at FROM public.idempotency_record WHERE created_at <= pg_catalog.clock_timestamp() - interval '${SETTLED_AFTER}'
  ) AS newest
  WHERE r.created_at BETWEEN newest.at - interval '${SETTLED_AFTER}' AND newest.at
), fresh AS MATERIALIZED (
  SELECT ${columns} FROM public.idempotency_record r
  WHERE r.id > (SELECT id FROM mark) AND r.id <= (SELECT id FROM settled) ORDER BY r.id LIMIT $1
)`;
