import type { ClientBase } from 'pg';
import type { Resource, RightFacts } from '../../idempotency/decide-right.ts';
import { rightLockKey } from '../lock-key.ts';
import { EQ } from './operators.ts';

const LOCK = 'SELECT pg_catalog.pg_advisory_xact_lock($1::bigint)';

/**
 * Takes the lock under which calls are intended and alarms raised for one resource, until the transaction ends: whoever comes
 * second sees what the first wrote. A record without a resource has the lock to itself.
 */
export async function lockRight(client: ClientBase, of: Resource | bigint): Promise<void> {
  await client.query({ name: 'latchkey_lock_right', text: LOCK, values: [rightLockKey(of)] });
}

const READ = `
SELECT
  EXISTS (SELECT FROM public.effect_alarm a WHERE a.dealt_at IS NULL
    AND (a.record_id ${EQ} $1::bigint OR (a.subject_type ${EQ} $2 AND a.subject_id ${EQ} $3))) AS "hasOpenAlarm",
  EXISTS (SELECT FROM public.effect_alarm a WHERE a.how ${EQ} 'kept'
    AND (a.record_id ${EQ} $1::bigint OR (a.subject_type ${EQ} $2 AND a.subject_id ${EQ} $3))) AS "hasKeptEffect",
  EXISTS (SELECT FROM public.idempotency_record o WHERE o.subject_type ${EQ} $2 AND o.subject_id ${EQ} $3 AND o.id OPERATOR(pg_catalog.<>) $1::bigint
    AND o.open_since IS NOT NULL AND o.external_began) AS "hasUnsureCall",
  r.external_began AS "hasBegun"
FROM public.idempotency_record r WHERE r.id ${EQ} $1::bigint`;

/** Reads the right of a record to its resource, by a snapshot younger than the lock; `hasBegun`: it has made a call itself. */
export async function readRight(
  client: ClientBase,
  recordId: bigint,
  resource: Resource | null,
): Promise<RightFacts & { readonly hasBegun: boolean }> {
  const { rows } = await client.query<RightFacts & { hasBegun: boolean }>({
    name: 'latchkey_read_right',
    text: READ,
    values: [String(recordId), resource?.type ?? null, resource?.id ?? null],
  });
  const [facts] = rows;
  if (!facts) throw new Error(`Record ${recordId} is gone, although its owner has it locked.`);
  return facts;
}
