import type { ClientBase } from 'pg';
import type { RecordEventWord } from './add-event.ts';
import type { StoredReference, StoredStep } from './read-run.ts';

/** A committed step as the desk shows it, without its result. */
export type ShownStep = Pick<StoredStep, 'name' | 'kind'> & { readonly attempt: number; readonly committedAt: Date };

/** What is known of an external call, without the parameters that it was sent with. */
export type ShownReference = Pick<
  StoredReference,
  'step' | 'ordinal' | 'provider' | 'operation' | 'downstreamKey' | 'state' | 'providerId' | 'firstCallAt'
> & {
  readonly apiVersion: string;
  readonly failureCode: string | null;
  readonly failureMessage: string | null;
  readonly calls: number;
  readonly lastCallAt: Date;
  /** When the last call can no longer be on its way. */
  readonly callOverAt: Date;
  /** When the provider may forget the key, an hour early. */
  readonly keyWindowEndsAt: Date;
  readonly settledAt: Date | null;
};

/** A row of the record's timeline; `detail` and `evidence` as they were written. */
export type ShownEvent = {
  readonly id: string;
  readonly at: Date;
  readonly attempt: number;
  readonly event: RecordEventWord;
  readonly step: string | null;
  readonly detail: string | null;
  readonly evidence: string | null;
};

/** The latest of them: a record that is looked up for days has thousands, and what counts is how it stands. */
const MAX_EVENTS = 2_000;

const STEPS = `
SELECT name, kind, attempt, committed_at AS "committedAt" FROM public.run_step WHERE record_id = $1::bigint ORDER BY position`;

const REFERENCES = `
SELECT step, ordinal, provider, operation, api_version AS "apiVersion", downstream_key AS "downstreamKey", state,
  provider_id AS "providerId", failure_code AS "failureCode", failure_message AS "failureMessage", calls,
  first_call_at AS "firstCallAt", last_call_at AS "lastCallAt", call_over_at AS "callOverAt",
  key_window_ends_at AS "keyWindowEndsAt", settled_at AS "settledAt"
FROM public.external_reference WHERE record_id = $1::bigint ORDER BY id`;

const EVENTS = `
SELECT id::pg_catalog.text, at, attempt, event, step, detail, evidence FROM public.record_event
WHERE record_id = $1::bigint ORDER BY id DESC LIMIT ${MAX_EVENTS + 1}`;

/** Everything stored of a phased run beside its record; events the oldest first. */
export async function showRun(client: ClientBase, id: string) {
  const values = [id];
  const steps = await client.query<ShownStep>({ name: 'latchkey_show_steps', text: STEPS, values });
  const references = await client.query<ShownReference>({ name: 'latchkey_show_refs', text: REFERENCES, values });
  const events = await client.query<ShownEvent>({ name: 'latchkey_show_events', text: EVENTS, values });
  const hasMoreEvents = events.rows.length > MAX_EVENTS;
  return {
    steps: steps.rows,
    references: references.rows,
    events: events.rows.slice(0, MAX_EVENTS).reverse(),
    hasMoreEvents,
  };
}
