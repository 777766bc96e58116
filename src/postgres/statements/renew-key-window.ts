import type { ClientBase } from 'pg';
import { EQ, later } from './operators.ts';

// A provider that has forgotten a key takes the next call under it for the first one. Look-ups count from there too: a list
// that ends with the old window would not show what a call of today makes.
const TEXT = `
UPDATE public.external_reference
SET first_call_at = pg_catalog.clock_timestamp(), key_window_ends_at = ${later('pg_catalog.clock_timestamp()', '$4', 'millisecond')}
WHERE record_id ${EQ} $1 AND step ${EQ} $2 AND ordinal ${EQ} $3`;

/** Begins the provider's key window of a call anew, because two people have released it past the old one. */
export async function renewKeyWindow(
  client: ClientBase,
  call: { readonly recordId: bigint; readonly step: string; readonly ordinal: number },
  keyWindowMs: number,
): Promise<void> {
  await client.query({
    name: 'latchkey_renew_key_window',
    text: TEXT,
    values: [String(call.recordId), call.step, call.ordinal, keyWindowMs],
  });
}
