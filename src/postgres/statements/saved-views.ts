import type { ClientBase } from 'pg';
import type { Tx } from '../guarded-tx.ts';

/** A list's filters, order and columns under a name. */
export type SavedViewRow = {
  readonly id: string;
  readonly ownerId: string;
  readonly ownerName: string | null;
  readonly name: string;
  readonly query: string;
  readonly isShared: boolean;
};

const LIST = `
SELECT v.id::pg_catalog.text, v.owner_id AS "ownerId", u.name AS "ownerName", v.name, v.query, v.is_shared AS "isShared"
FROM public.saved_view v LEFT JOIN public."user" u ON u.id = v.owner_id
WHERE v.page = $1 AND (v.owner_id = $2 OR v.is_shared)
ORDER BY v.owner_id <> $2, pg_catalog.lower(v.name), v.id LIMIT 200`;

/** Up to 200 views of the page: this owner's, then shared ones of others. */
export async function selectViews(client: ClientBase, page: string, ownerId: string): Promise<SavedViewRow[]> {
  return (await client.query<SavedViewRow>(LIST, [page, ownerId])).rows;
}

/** How many views a person has. */
export const countViews = (tx: Tx, ownerId: string): Promise<number> => tx.savedView.count({ where: { ownerId } });

/** Adds a view, or replaces the one of the same name, and gives its id. */
export async function addView(
  tx: Tx,
  view: {
    readonly ownerId: string;
    readonly page: string;
    readonly name: string;
    readonly query: string;
    readonly isShared: boolean;
  },
): Promise<string> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    INSERT INTO public.saved_view (owner_id, page, name, query, is_shared)
    VALUES (${view.ownerId}, ${view.page}, ${view.name}, ${view.query}, ${view.isShared})
    ON CONFLICT (owner_id, page, name) DO UPDATE SET query = EXCLUDED.query, is_shared = EXCLUDED.is_shared
    RETURNING id::pg_catalog.text`;
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The view was not written: its INSERT gave back no id.');
  return id;
}

/** Removes this owner's view and gives what it was; null where there is none. */
export async function removeView(
  tx: Tx,
  id: string,
  ownerId: string,
): Promise<{ readonly page: string; readonly name: string; readonly query: string } | null> {
  const rows = await tx.$queryRaw<{ page: string; name: string; query: string }[]>`
    DELETE FROM public.saved_view WHERE id = ${id}::bigint AND owner_id = ${ownerId} RETURNING page, name, query`;
  return rows[0] ?? null;
}
