import type { ClientBase } from 'pg';

/** An answer as it is stored, that an audited act has opened. */
export type RevealedRow = { readonly recordId: string; readonly text: string; readonly until: Date };

/** The act that opened it, and for how long. */
export type Opening = {
  readonly actorId: string;
  readonly requestId: string;
  readonly action: string;
  readonly seconds: number;
};

const TEXT = `
SELECT r.id::pg_catalog.text AS "recordId", r.answer AS text, a.at + $4::int * interval '1 second' AS until
FROM public.audit_entry a JOIN public.idempotency_record r ON r.id = a.record_id
WHERE a.actor_id = $1 AND a.request_id = $2 AND a.action = $3 AND a.result = 'applied'
  AND a.at > pg_catalog.clock_timestamp() - $4::int * interval '1 second' AND r.answer IS NOT NULL`;

/** The answer that this act opened, while it is open and still kept; null otherwise. */
export async function readRevealed(client: ClientBase, opening: Opening): Promise<RevealedRow | null> {
  const { actorId, requestId, action, seconds } = opening;
  const { rows } = await client.query<RevealedRow>({
    name: 'latchkey_read_revealed',
    text: TEXT,
    values: [actorId, requestId, action, seconds],
  });
  return rows[0] ?? null;
}
