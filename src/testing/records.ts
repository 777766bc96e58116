import { randomUUID } from 'node:crypto';
import type { TestShop } from './shop.ts';

/** Columns of a record that a test decides; the rest is made up. SQL expressions, since times are the database's. */
export type RecordColumns = {
  readonly key?: string;
  readonly scope?: string;
  readonly procedure?: string;
  readonly createdAt?: string;
  readonly leaseExpiresAt?: string;
  readonly resourceId?: string;
  readonly answer?: string;
  readonly outcome?: 'success' | 'refusal';
};

/** Adds a completed record and gives its id. */
export const addCompleted = async (shop: TestShop, columns: RecordColumns = {}): Promise<string> => {
  const { createdAt = 'clock_timestamp()', answer = '{"json":{"ok":true}}' } = columns;
  const { rows } = await shop.observer.query<{ id: string }>(
    `INSERT INTO idempotency_record
       (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at, created_at,
        completed_at, outcome, outcome_status, answer, answer_kept, answer_bytes, resource_id,
        answer_expires_at, key_expires_at, forget_at)
     SELECT $1, $2, $3, 'transactional', 'api-key:test', 'COMPLETED', '\\x00', 1, '{}', at + interval '30 s', at,
        at + interval '12 ms', $4, CASE $4 WHEN 'success' THEN 200 ELSE 409 END, $5, 'full', octet_length($5), $6,
        at + interval '72 h', at + interval '720 h', at + interval '1440 h'
     FROM (SELECT ${createdAt}) AS t(at) RETURNING id::text`,
    [
      columns.scope ?? 'acc_test',
      columns.key ?? randomUUID(),
      columns.procedure ?? 'orders.place',
      columns.outcome ?? 'success',
      answer,
      columns.resourceId ?? null,
    ],
  );
  return rows[0]?.id ?? '';
};

/** Adds a record in progress and gives its id; `leaseExpiresAt` in the past makes it stuck. */
export const addInProgress = async (shop: TestShop, columns: RecordColumns = {}): Promise<string> => {
  const { createdAt = 'clock_timestamp()', leaseExpiresAt = `clock_timestamp() + interval '30 s'` } = columns;
  const { rows } = await shop.observer.query<{ id: string }>(
    `INSERT INTO idempotency_record
       (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at, created_at,
        open_since, next_try_at, input, input_version)
     VALUES ($1, $2, $3, 'phased', 'api-key:test', 'IN_PROGRESS', '\\x00', 1, '{}', ${leaseExpiresAt}, ${createdAt},
        ${createdAt}, ${leaseExpiresAt}, '{"json":{}}', 1)
     RETURNING id::text`,
    [columns.scope ?? 'acc_test', columns.key ?? randomUUID(), columns.procedure ?? 'orders.pay'],
  );
  return rows[0]?.id ?? '';
};

/** Adds a conflict to a record and gives its id. */
export const addConflictTo = async (
  shop: TestShop,
  recordId: string,
  lastSeenAt = 'clock_timestamp()',
): Promise<string> => {
  const { rows } = await shop.observer.query<{ id: string }>(
    `INSERT INTO conflict_event
       (record_id, scope, caller, procedure, fingerprint, differing_fields, first_seen_at, last_seen_at)
     SELECT id, scope, 'api-key:other', procedure, uuid_send(gen_random_uuid()), '{quantity}', ${lastSeenAt}, ${lastSeenAt}
     FROM idempotency_record WHERE id = $1 RETURNING id::text`,
    [recordId],
  );
  return rows[0]?.id ?? '';
};

/** Raises an alarm on a record and gives its id; `subjectId` is the order that it is about. */
export const addAlarmTo = async (
  shop: TestShop,
  recordId: string,
  subjectId: string | null = null,
): Promise<string> => {
  const { rows } = await shop.observer.query<{ id: string }>(
    `WITH event AS (
       INSERT INTO record_event (record_id, attempt, event, step, detail)
       VALUES ($1, 1, 'effect_found_late', 'charge', 'stripe sandbox has ch_late for call 1.') RETURNING id
     )
     INSERT INTO effect_alarm (record_id, event_id, scope, procedure, subject_type, subject_id, step, ordinal, provider, provider_id)
     SELECT r.id, event.id, r.scope, r.procedure, CASE WHEN $2::text IS NOT NULL THEN 'order' END, $2, 'charge', 1, 'stripe sandbox', 'ch_late'
     FROM idempotency_record r, event WHERE r.id = $1 RETURNING id::text`,
    [recordId, subjectId],
  );
  return rows[0]?.id ?? '';
};
