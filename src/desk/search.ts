import { parseKey } from '../idempotency/key.ts';
import type { Snapshot } from '../postgres/read-only.ts';
import { searchRecords } from '../postgres/statements/search-records.ts';
import { bigintText } from './bigint-text.ts';

/** Where a pasted text leads. */
export type SearchResult =
  | { readonly kind: 'record'; readonly id: string }
  /** Several records, all found by this filter of the records page. */
  | { readonly kind: 'list'; readonly filter: 'key' | 'resourceId' | 'providerId'; readonly value: string }
  | { readonly kind: 'nothing' };

/** Finds what a pasted key (bare or quoted), record id, resource id or provider's id names. A key wins over an id of the same digits. */
export async function search({ client }: Snapshot, text: string): Promise<SearchResult> {
  const pasted = text.trim();
  if (pasted === '' || pasted.includes('\0')) return { kind: 'nothing' };
  const parsed = parseKey(pasted);
  const key = parsed.ok ? parsed.key : pasted;
  const id = bigintText.safeParse(pasted);
  const hits = await searchRecords(client, {
    id: id.success ? id.data : null,
    key,
    resourceId: pasted,
    providerId: pasted,
  });
  for (const by of ['key', 'resource', 'provider', 'id'] as const) {
    const [first, second] = hits.filter((hit) => hit.by === by);
    if (first && second) return { kind: 'list', ...listOf(by, key, pasted) };
    if (first) return { kind: 'record', id: first.id };
  }
  return { kind: 'nothing' };
}

/** Which filter of the records page finds all of them. */
function listOf(by: 'key' | 'resource' | 'provider' | 'id', key: string, pasted: string) {
  switch (by) {
    case 'key':
      return { filter: 'key', value: key } as const;
    case 'provider':
      return { filter: 'providerId', value: pasted } as const;
    case 'resource':
    case 'id':
      return { filter: 'resourceId', value: pasted } as const;
  }
}
