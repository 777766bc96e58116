import { z } from 'zod';
import type { Snapshot } from '../../postgres/read-only.ts';
import { type SavedViewRow, selectViews } from '../../postgres/statements/saved-views.ts';
import { viewPage } from './save-view.ts';

export const listViewsInput = z.object({ page: viewPage });

/** A view as its reader sees it. */
export type SavedView = Omit<SavedViewRow, 'ownerId'> & { readonly isMine: boolean };

/** The reader's views of a page, then those that others share, each by name. */
export async function listViews(
  { client }: Snapshot,
  { page, userId }: { readonly page: string; readonly userId: string },
): Promise<SavedView[]> {
  const rows = await selectViews(client, page, userId);
  return rows.map(({ ownerId, ...view }) => ({ ...view, isMine: ownerId === userId }));
}
