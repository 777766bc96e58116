import pg from 'pg';

/** How much there is of each on the seeded desk. */
export type DeskSeed = {
  readonly records: number;
  readonly open: number;
  readonly stuck: number;
  readonly unknown: number;
  readonly conflicts: number;
  readonly audit: number;
};

/** Two months of a busy shop. */
export const TWO_MILLION: DeskSeed = {
  records: 2_000_000,
  open: 5_000,
  stuck: 300,
  unknown: 100,
  conflicts: 30_000,
  audit: 100_000,
};

/** The same mix, small enough for a test and large enough that a plan which reads all of it is far dearer than one that does not. */
export const SAMPLE: DeskSeed = {
  records: 200_000,
  open: 2_000,
  stuck: 300,
  unknown: 100,
  conflicts: 30_000,
  audit: 100_000,
};

/** Accounts of the seed: the first few do most of the work, as it is everywhere. */
export const SEED_ACCOUNTS = 200;

// A square makes low numbers frequent: account 0 has a fourteenth of all, account 199 a four-hundredth.
const ACCOUNT = `'acc_seed_' || floor(${SEED_ACCOUNTS} * power(random(), 2))::int`;

const PROCEDURES = `(ARRAY['orders.place','orders.place','orders.place','orders.place','orders.pay','orders.pay','escrow.release','stock.adjust'])`;

const completed = ({ records, open }: DeskSeed): string => `
INSERT INTO idempotency_record
  (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at, created_at,
   completed_at, outcome, outcome_status, answer, answer_kept, answer_bytes, resource_id,
   answer_expires_at, key_expires_at, forget_at, replay_count, external_began)
SELECT scope, md5(n::text || 'key')::uuid::text, procedure, mode, 'api-key:' || scope, 'COMPLETED',
  decode(md5((CASE WHEN n % 400 = 0 THEN n - 1 ELSE n END)::text) || md5(scope), 'hex'), 1,
  '{"sku":"' || md5(n::text) || '","quantity":"' || md5(n::text || 'q') || '"}', at + interval '30 s', at, at + interval '40 ms',
  CASE WHEN n % 17 = 0 THEN 'refusal' ELSE 'success' END, CASE WHEN n % 17 = 0 THEN 409 ELSE 200 END,
  CASE WHEN is_kept THEN '{"json":{"orderId":"ord_' || md5(n::text) || '","total":"12.00","note":"' || repeat('x', 90) || '"}}' END,
  CASE WHEN is_kept THEN 'full' ELSE 'purged' END, 180, 'ord_' || md5(n::text)::uuid,
  at + interval '72 hours', at + interval '30 days', at + interval '61 days', CASE WHEN n % 29 = 0 THEN 3 ELSE 0 END,
  mode = 'phased'
FROM (
  SELECT n, ${ACCOUNT} AS scope, procedure, at, at > clock_timestamp() - interval '72 hours' AS is_kept,
    CASE WHEN procedure IN ('orders.pay', 'escrow.release') THEN 'phased' ELSE 'transactional' END AS mode
  FROM (
    SELECT n, CASE WHEN n % 20000 = 0 THEN 'reports.rebuild' ELSE ${PROCEDURES}[1 + n % 8] END AS procedure,
      clock_timestamp() - interval '60 days' * (1 - n::float8 / ${records - open}) AS at
    FROM generate_series(1, ${records - open}) AS n
  ) AS timed
) AS made`;

const opened = ({ open, stuck, unknown }: DeskSeed): string => `
INSERT INTO idempotency_record
  (scope, key, procedure, mode, caller, state, attempt, fingerprint, fingerprint_version, field_prints, lease_expires_at, created_at,
   open_since, next_try_at, input, input_version, step, external_began, heartbeat_at, lease_owner, unknown_reason, parked_reason)
SELECT ${ACCOUNT}, md5(n::text || 'open')::uuid::text, CASE WHEN n % 3 = 0 THEN 'escrow.release' ELSE 'orders.pay' END, 'phased',
  'user:seed', CASE WHEN kind = 'unknown' THEN 'UNKNOWN' ELSE 'IN_PROGRESS' END, 1 + n % 3, sha256(n::text::bytea), 1, '{}',
  CASE WHEN kind = 'running' THEN clock_timestamp() + interval '1 hour' ELSE at + interval '30 s' END, at, at,
  clock_timestamp() + interval '1 day', '{"json":{"orderId":"ord_' || n || '"}}', 1, CASE WHEN n % 4 = 0 THEN NULL ELSE 'reserve' END,
  n % 4 <> 0, at, 'seed:1', CASE WHEN kind = 'unknown' THEN 'The provider could not be asked.' END,
  CASE WHEN kind = 'parked' THEN 'Eight tries are spent.' END
FROM (
  SELECT n, clock_timestamp() - interval '36 hours' * random() AS at,
    CASE WHEN n <= ${Math.ceil(unknown * 0.6)} THEN 'unknown' WHEN n <= ${unknown} THEN 'parked'
         WHEN n <= ${unknown + stuck} THEN 'stuck' ELSE 'running' END AS kind
  FROM generate_series(1, ${open}) AS n
) AS made`;

const REFERENCES = `
INSERT INTO external_reference
  (record_id, step, ordinal, provider, operation, api_version, downstream_key, request, state, provider_id, first_call_at, last_call_at,
   call_over_at, key_window_ends_at, settled_at)
SELECT id, 'charge', 0, 'card', 'charges.create', '1', 'lk_' || id, '{"amount":1200}',
  CASE WHEN state = 'COMPLETED' THEN 'confirmed' WHEN state = 'UNKNOWN' THEN 'cannot_tell' ELSE 'intended' END,
  CASE WHEN state = 'COMPLETED' THEN 'ch_' || md5(id::text) END, created_at, created_at, created_at + interval '20 s',
  created_at + interval '23 hours', CASE WHEN state = 'COMPLETED' THEN completed_at END
FROM idempotency_record WHERE mode = 'phased' AND external_began AND (open_since IS NOT NULL OR id % 4 = 0)`;

const EVENTS = `
INSERT INTO record_event (record_id, attempt, event, at)
SELECT id, 1, event, created_at FROM idempotency_record CROSS JOIN unnest(ARRAY['claimed', 'completed']) AS event
WHERE mode = 'phased' AND id % 8 = 0`;

const conflicts = ({ records, conflicts: count }: DeskSeed): string => `
INSERT INTO conflict_event
  (record_id, scope, caller, procedure, fingerprint, differing_fields, occurrences, first_seen_at, last_seen_at, reviewed_at, reviewed_by)
SELECT r.id, r.scope, 'api-key:' || r.scope, r.procedure, sha256(r.id::text::bytea), '{quantity,note}', 1 + (r.id % 40)::int,
  r.created_at + interval '1 s', r.created_at + interval '1 minute',
  CASE WHEN r.id % 3 = 0 THEN r.created_at + interval '1 day' END, CASE WHEN r.id % 3 = 0 THEN 'seed-operator' END
FROM idempotency_record r WHERE r.id % ${Math.max(1, Math.floor(records / count))} = 0 LIMIT ${count}`;

const audit = ({ audit: count }: DeskSeed): string => `
INSERT INTO audit_entry (at, actor_id, actor_name, role, action, result, refusal, request_id, target, record_id, reason)
SELECT clock_timestamp() - interval '60 days' * (1 - n::float8 / ${count}), 'op_' || n % 9, 'Operator ' || n % 9, 'resolver',
  (ARRAY['record.fence', 'provider.check', 'retention.extend', 'conflict.review'])[1 + n % 4],
  CASE WHEN n % 50 = 0 THEN 'refused' ELSE 'applied' END, CASE WHEN n % 50 = 0 THEN 'forbidden' END, md5(n::text)::uuid::text,
  'record:' || n, n, 'Seeded, to be looked through.' FROM generate_series(1, ${count}) AS n`;

const DUPLICATES = `
INSERT INTO suspected_duplicate (scope, procedure, fingerprint, first_id, last_id, records, first_at, last_at)
SELECT scope, procedure, fingerprint, id, id + 1, 2, created_at, created_at + interval '3 s'
FROM idempotency_record WHERE id % 1000 = 0`;

// Two thousand jobs of a hundred items: a list of them adds their items up.
const OPERATIONS = `
WITH job AS (
  INSERT INTO bulk_operation
    (kind, filter, settings, actor_id, actor_name, role, reason, state, total, created_at, started_at, ended_at)
  SELECT (ARRAY['extend_retention', 'purge_answers'])[1 + n % 2], '{}', '{}', 'op_' || n % 9, 'Operator ' || n % 9, 'admin',
    'Seeded, to be looked through.', 'done', 100, at, at, at + interval '1 minute'
  FROM generate_series(1, 2000) AS n, LATERAL (SELECT clock_timestamp() - interval '43 minutes' * (2000 - n) AS at) AS t
  RETURNING id, ended_at
)
INSERT INTO bulk_item (operation_id, target_id, result, at)
SELECT id, n, CASE WHEN n % 10 = 0 THEN 'skipped' ELSE 'applied' END, ended_at FROM job, generate_series(1, 100) AS n`;

/** Fills an empty, migrated database by a handful of set-based statements. `note` is told each step with its seconds. */
export async function seedDesk(url: string, seed: DeskSeed, note: (line: string) => void = () => {}): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const step = async (name: string, text: string) => {
    const begin = performance.now();
    await client.query(text);
    note(`${name}: ${((performance.now() - begin) / 1_000).toFixed(1)} s`);
  };
  try {
    // Nothing here is worth an fsync, and figures are taken after it.
    await client.query(`SET synchronous_commit = off; SET work_mem = '128MB'`);
    await step(
      'accounts',
      `INSERT INTO account (id, name) SELECT 'acc_seed_' || n, 'Seed ' || n FROM generate_series(0, ${SEED_ACCOUNTS - 1}) AS n`,
    );
    await step('completed records', completed(seed));
    await step('open records', opened(seed));
    await step('references', REFERENCES);
    await step('events', EVENTS);
    await step('conflicts', conflicts(seed));
    await step('audit', audit(seed));
    await step('duplicates', DUPLICATES);
    await step('operations', OPERATIONS);
    await step('vacuum', 'VACUUM (ANALYZE)');
  } finally {
    await client.end();
  }
}
