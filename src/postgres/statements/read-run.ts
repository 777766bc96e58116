import type { Resource } from '../../idempotency/decide-right.ts';
import type { Reader } from '../reader.ts';

export type StoredStep = {
  readonly name: string;
  readonly kind: 'local' | 'external';
  readonly result: string;
  readonly resultVersion: number;
};

export type StoredReference = {
  readonly step: string;
  readonly provider: string;
  readonly operation: string;
  readonly ordinal: number;
  readonly downstreamKey: string;
  readonly request: string;
  readonly state: 'intended' | 'confirmed' | 'absent' | 'failed' | 'cannot_tell';
  readonly providerId: string | null;
  readonly firstCallAt: Date;
  /** No call under the key can have left: the provider's key window has not begun. */
  readonly neverLeft: boolean;
  /** The provider answers the key with a server error that it has stored. */
  readonly replaysServerError: boolean;
  /** Milliseconds until the last call can no longer be on its way; zero or less: it is over. */
  readonly callLeftMs: number;
  /** Milliseconds until the provider may forget the key, an hour early; the whole window where it has not begun. */
  readonly keyWindowLeftMs: number;
};

/** All that an attempt needs to go on where the last one stopped. */
export type StoredRun = {
  readonly scope: string;
  readonly key: string;
  readonly procedure: string;
  readonly caller: string;
  readonly input: string | null;
  readonly inputVersion: number | null;
  /** What the run is about; null where its claim did not say. */
  readonly resource: Resource | null;
  readonly steps: readonly StoredStep[];
  readonly references: readonly StoredReference[];
};

const TEXT = `
SELECT r.scope, r.key, r.procedure, r.caller, r.input, r.input_version AS "inputVersion",
  CASE WHEN r.subject_id IS NOT NULL THEN pg_catalog.json_build_object('type', r.subject_type, 'id', r.subject_id) END AS resource,
  (SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
     'name', s.name, 'kind', s.kind, 'result', s.result, 'resultVersion', s.result_version) ORDER BY s.position), '[]')
   FROM public.run_step s WHERE s.record_id = r.id) AS steps,
  (SELECT coalesce(pg_catalog.json_agg(pg_catalog.json_build_object(
     'step', e.step, 'provider', e.provider, 'operation', e.operation, 'ordinal', e.ordinal, 'downstreamKey', e.downstream_key, 'request', e.request, 'state', e.state,
     'providerId', e.provider_id, 'firstCallMs', extract(epoch FROM e.first_call_at) * 1000,
     'neverLeft', e.never_left = e.calls, 'replaysServerError', e.replays_server_error,
     'callLeftMs', extract(epoch FROM e.call_over_at - pg_catalog.clock_timestamp()) * 1000,
     'keyWindowLeftMs', extract(epoch FROM e.key_window_ends_at
        - CASE WHEN e.never_left = e.calls THEN e.first_call_at ELSE pg_catalog.clock_timestamp() END) * 1000) ORDER BY e.id), '[]')
   FROM public.external_reference e WHERE e.record_id = r.id) AS "references"
FROM public.idempotency_record r WHERE r.id = $1`;

type Row = Omit<StoredRun, 'references'> & {
  readonly references: readonly (Omit<StoredReference, 'firstCallAt'> & { readonly firstCallMs: number })[];
};

/** Reads a run with one statement and its own snapshot; null when the record is gone. */
export async function readRun(reader: Pick<Reader, 'rows'>, recordId: bigint): Promise<StoredRun | null> {
  const [row] = await reader.rows<Row>({ name: 'latchkey_read_run', text: TEXT, values: [String(recordId)] });
  if (!row) return null;
  const references = row.references.map(({ firstCallMs, ...rest }) => ({
    ...rest,
    firstCallAt: new Date(firstCallMs),
  }));
  return { ...row, references };
}
