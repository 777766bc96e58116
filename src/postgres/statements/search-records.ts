import type { ClientBase } from 'pg';

/** What a pasted text may be. */
export type SearchTerms = {
  /** A record id, or null when the text is no such number. */
  readonly id: string | null;
  readonly key: string;
  readonly resourceId: string;
  readonly providerId: string;
};

/** How a record was found. */
export type SearchHit = { readonly id: string; readonly by: 'id' | 'key' | 'resource' | 'provider' };

// Each branch is bounded by itself: the third has no index and must not keep the first two waiting for more than one hit.
const TEXT = `
(SELECT id::pg_catalog.text, 'id' AS by FROM public.idempotency_record WHERE id = $1::bigint)
UNION ALL (SELECT id::pg_catalog.text, 'key' FROM public.idempotency_record WHERE key = $2 ORDER BY id DESC LIMIT 2)
UNION ALL ((SELECT id::pg_catalog.text, 'resource' FROM public.idempotency_record WHERE resource_id = $3 ORDER BY id DESC LIMIT 2)
  UNION (SELECT id::pg_catalog.text, 'resource' FROM public.idempotency_record WHERE subject_id = $3 ORDER BY id DESC LIMIT 2))
UNION ALL (SELECT DISTINCT record_id::pg_catalog.text, 'provider' FROM public.external_reference WHERE provider_id = $4 LIMIT 2)`;

/** Records that carry the text as id, key, resource id (of what they made or are about) or a provider's id; two of a kind are enough to know that there are several. */
export async function searchRecords(client: ClientBase, terms: SearchTerms): Promise<SearchHit[]> {
  const { rows } = await client.query<SearchHit>(TEXT, [terms.id, terms.key, terms.resourceId, terms.providerId]);
  return rows;
}
