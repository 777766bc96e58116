import type { ConflictFilters } from '../../../desk/conflict-filters.ts';

/** A page of conflicts in the URL: cursors as the list gives them. */
export type ConflictPlace = {
  readonly record?: string;
  readonly after?: string;
  readonly before?: string;
  readonly limit?: number;
};

/** The place that parsed filters name. */
export const placeOf = ({ record, after, before, limit }: ConflictFilters): ConflictPlace => ({
  limit,
  ...(record === undefined ? {} : { record }),
  ...(after ? { after: after } : {}),
  ...(before ? { before: before } : {}),
});

/** The conflicts page at this place. */
export function conflictsPath({ record, after, before, limit }: ConflictPlace): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries({ record, after, before })) if (value) parameters.set(name, value);
  if (limit !== undefined && limit !== 50) parameters.set('limit', String(limit));
  const query = parameters.toString();
  return query === '' ? '/desk/conflicts' : `/desk/conflicts?${query}`;
}
