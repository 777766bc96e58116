import 'server-only';
import { makeQueryClient } from '../../../client/query-client.ts';
import { pageQueries } from '../../../trpc/page.ts';
import { pathOf } from './list-url.ts';

type Queries = ReturnType<typeof pageQueries>;
type Client = ReturnType<typeof makeQueryClient>;

/** The first page as the server renders it; null when it could not be read: the browser asks again, and shows why. */
export async function firstPage<Place, Page>(
  place: Place,
  ask: (queries: Queries['desk'], client: Client) => Promise<Page>,
): Promise<{ readonly place: Place; readonly page: Page } | null> {
  const client = makeQueryClient();
  return await ask(pageQueries(client).desk, client).then(
    (page) => ({ place, page }),
    () => null,
  );
}

/** This page with its query, to come back to after signing in. */
export const pathWith = (pathname: string, given: Readonly<Record<string, string | string[] | undefined>>): string =>
  pathOf(
    pathname,
    Object.fromEntries(Object.entries(given).map(([name, value]) => [name, typeof value === 'string' ? value : null])),
  );
