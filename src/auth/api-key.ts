import { createHash } from 'node:crypto';
import type { Reader } from '../postgres/reader.ts';
import type { AccountId } from '../shop/account.ts';

/** How a bearer key is kept: SHA-256 suffices, since the key itself is 32 random bytes and cannot be guessed. */
export const hashApiKey = (apiKey: string): Buffer => createHash('sha256').update(apiKey).digest();

export type ApiKeyOwner = {
  readonly apiKeyId: string;
  readonly accountId: AccountId;
  readonly name: string;
  readonly suspended: boolean;
};

const TEXT = `
SELECT api_key.id, account.id AS account_id, account.name, account.suspended_at IS NOT NULL AS suspended
FROM public.api_key JOIN public.account ON account.id = api_key.account_id
WHERE api_key.hash = $1 AND api_key.revoked_at IS NULL`;

/**
 * The account of a bearer key, or null when no such key is valid now. Asked on every request: a revoked key ends at once. By
 * the reader, since a request that will be a replay or turned away takes no connection from anybody's work.
 */
export async function findApiKeyOwner(reader: Reader, apiKey: string): Promise<ApiKeyOwner | null> {
  const [row] = await reader.rows<{ id: string; account_id: AccountId; name: string; suspended: boolean }>({
    name: 'latchkey_find_api_key',
    text: TEXT,
    values: [hashApiKey(apiKey)],
  });
  return row ? { apiKeyId: row.id, accountId: row.account_id, name: row.name, suspended: row.suspended } : null;
}
