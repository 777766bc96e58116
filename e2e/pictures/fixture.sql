-- What the pictures show: fixed ids, keys, names and times, a row of each state. Everything is told from the shown clock,
-- which stands still here. The moment lies before any clock that decides, so that no comparison flips one day.
CREATE OR REPLACE FUNCTION latchkey_shown_now() RETURNS timestamptz LANGUAGE sql STABLE
  AS $$SELECT timestamptz '2025-11-05 10:00:00+00'$$;

CREATE FUNCTION pg_temp.ago(length interval) RETURNS timestamptz LANGUAGE sql STABLE AS 'SELECT latchkey_shown_now() - length';
CREATE FUNCTION pg_temp.id_of(name text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT md5(name)::uuid::text';

INSERT INTO account (id, name, created_at)
SELECT pg_temp.id_of(name), name, pg_temp.ago('90 days') FROM unnest(ARRAY['acme', 'globex', 'initech']) AS name;

INSERT INTO "user" (id, name, email, email_verified, role, account_id, created_at, updated_at)
SELECT pg_temp.id_of(email), name, email, true, role, CASE role WHEN 'customer' THEN pg_temp.id_of('acme') END,
  pg_temp.ago('90 days'), pg_temp.ago('90 days')
FROM (VALUES
  ('Ada Byron', 'admin@latchkey.example', 'admin'), ('Grace Murray', 'resolver@latchkey.example', 'resolver'),
  ('Alan Mathison', 'approver@latchkey.example', 'approver'), ('Barbara Jane', 'viewer@latchkey.example', 'viewer'),
  ('Edsger Wybe', 'auditor@latchkey.example', 'auditor'), ('Buyer at acme', 'buyer@acme.example', 'customer')
) AS people(name, email, role);

INSERT INTO invitation (id, email, name, role, token_hash, invited_by, created_at, expires_at)
VALUES ('inv-1', 'margaret@latchkey.example', 'Margaret Heafield', 'operator', sha256('1'),
  pg_temp.id_of('admin@latchkey.example'), pg_temp.ago('5 hours'), pg_temp.ago('-67 hours'));

INSERT INTO product (sku, name, price_cents, currency, stock) VALUES
  ('tea-01', 'Sencha, first flush, 100 g', 1450, 'EUR', 500), ('tea-02', 'Smoked lapsang, 100 g', 1290, 'EUR', 320),
  ('beans-01', 'Espresso beans, dark roast, 250 g', 1190, 'EUR', 240), ('beans-02', 'Filter beans, washed, 250 g', 1380, 'EUR', 180),
  ('mug-01', 'Stoneware mug, 300 ml', 2200, 'EUR', 60), ('dripper-01', 'Ceramic dripper', 2850, 'EUR', 24),
  ('grinder-01', 'Hand grinder, steel burrs', 8900, 'EUR', 3), ('kettle-01', 'Gooseneck kettle, the last one', 6400, 'EUR', 0);

INSERT INTO "order" (id, account_id, sku, quantity, total_cents, currency, status, note, placed_at)
SELECT 'ord_' || pg_temp.id_of('order ' || n), pg_temp.id_of('acme'), sku, n, n * price, 'EUR', status, note, pg_temp.ago(n * interval '47 minutes')
FROM (VALUES (1, 'tea-01', 1450, 'placed', 'Please ring twice'), (2, 'mug-01', 2200, 'paid', NULL), (3, 'beans-01', 1190, 'placed', NULL),
  (4, 'dripper-01', 2850, 'paid', 'For the office on the third floor, and please no plastic in the box this time'),
  (5, 'tea-02', 1290, 'placed', NULL)) AS orders(n, sku, price, status, note);
INSERT INTO payment (id, order_id, amount_cents, currency, status, charge_id, failure_code, created_at)
SELECT 'pay_' || pg_temp.id_of('payment ' || n), 'ord_' || pg_temp.id_of('order ' || n), n * 1000, 'EUR', status, charge, failure, pg_temp.ago('40 minutes')
FROM (VALUES (2, 'succeeded', 'ch_2', NULL), (3, 'pending', NULL, NULL), (4, 'succeeded', 'ch_4', NULL), (5, 'failed', NULL, 'card_declined'))
  AS payments(n, status, charge, failure);
INSERT INTO escrow (id, account_id, amount_cents, currency, beneficiary, status, transaction_hash, created_at)
SELECT 'esc_' || pg_temp.id_of(beneficiary), pg_temp.id_of('acme'), cents, 'EUR', beneficiary, status, hash, pg_temp.ago(days * interval '1 day')
FROM (VALUES ('Uji Tea Cooperative', 184000, 'held', NULL, 3), ('Finca La Esperanza', 96500, 'releasing', NULL, 5),
  ('Kiln & Clay Pottery', 42000, 'released', '0x' || md5('kiln') || md5('clay'), 9), ('Northern Steelworks', 127350, 'held', NULL, 12))
  AS escrows(beneficiary, cents, status, hash, days);

-- Completed records, the older the lower.
INSERT INTO idempotency_record (id, scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints,
  lease_expires_at, created_at, completed_at, outcome, outcome_status, answer, answer_kept, answer_bytes, resource_id,
  answer_expires_at, key_expires_at, forget_at, replay_count, last_replayed_at)
SELECT 1000 + n, pg_temp.id_of(account), pg_temp.id_of('key ' || n), procedure, 'transactional', 'api-key:' || pg_temp.id_of('api ' || account),
  'COMPLETED', sha256(('print ' || n)::bytea), 1, '{"sku":"a","quantity":"b","note":"c"}', at + interval '30 s', at,
  at + (8 + n % 23) * interval '1 ms', CASE WHEN refused THEN 'refusal' ELSE 'success' END, CASE WHEN refused THEN 409 ELSE 200 END,
  CASE WHEN NOT purged THEN answer END, CASE WHEN purged THEN 'purged' ELSE 'full' END, octet_length(answer), 'ord_' || pg_temp.id_of('order ' || n),
  at + interval '72 hours', at + interval '30 days', at + interval '60 days', CASE WHEN n % 5 = 0 THEN n % 4 + 1 ELSE 0 END,
  CASE WHEN n % 5 = 0 THEN at + interval '2 minutes' END
FROM (
  SELECT n, (ARRAY['acme', 'globex', 'acme', 'initech'])[1 + n % 4] AS account,
    (ARRAY['orders.place', 'orders.place', 'stock.adjust'])[1 + n % 3] AS procedure, n % 7 = 0 AS refused, n % 11 = 0 AS purged,
    CASE WHEN n <= 6 THEN pg_temp.ago(interval '72 hours' - n * interval '9 minutes') ELSE pg_temp.ago((32 - n) * interval '71 minutes') END AS at,
    '{"json":{"orderId":"ord_' || pg_temp.id_of('order ' || n) || '","status":"placed","totalCents":' || 1450 * n || ',"currency":"EUR"}}' AS answer
  FROM generate_series(1, 28) AS n
) AS made;

-- Phased records, one of each standing. Order: open ones of the same key space as the shop makes them.
CREATE TEMPORARY TABLE phased AS SELECT * FROM (VALUES
  (2001, 'acme', 'orders.pay', 'COMPLETED', interval '3 hours', 1, NULL, NULL, NULL),
  (2002, 'acme', 'orders.pay', 'UNKNOWN', interval '52 minutes', 2, 'The provider could not be asked: connect ECONNREFUSED.', NULL, NULL),
  (2003, 'globex', 'orders.pay', 'UNKNOWN', interval '41 minutes', 3, 'Held by an operator.', NULL, 'resolver'),
  (2004, 'acme', 'orders.pay', 'IN_PROGRESS', interval '33 minutes', 1, NULL, NULL, NULL),
  (2005, 'initech', 'escrow.release', 'IN_PROGRESS', interval '9 hours', 4, NULL, 'Eight tries are spent. The ledger answered 500 each time.', NULL),
  (2006, 'globex', 'escrow.release', 'UNKNOWN', interval '28 hours', 2, 'Two transactions carry this reference.', NULL, 'admin'),
  (2007, 'acme', 'orders.pay', 'IN_PROGRESS', interval '4 seconds', 1, NULL, NULL, NULL),
  (2008, 'globex', 'escrow.release', 'IN_PROGRESS', interval '14 minutes', 2, NULL, NULL, NULL),
  (2009, 'acme', 'orders.pay', 'UNKNOWN', interval '25 hours', 5, 'Nothing is known under this key.', NULL, 'resolver'),
  (2010, 'acme', 'orders.pay', 'COMPLETED', interval '26 hours', 3, NULL, NULL, NULL)
) AS t(id, account, procedure, state, age, attempt, unknown_reason, parked_reason, holder);

INSERT INTO idempotency_record (id, scope, key, procedure, mode, caller, state, attempt, fingerprint, fingerprint_version, field_prints,
  lease_expires_at, created_at, completed_at, outcome, outcome_status, answer, answer_kept, answer_bytes, resource_id,
  answer_expires_at, key_expires_at, forget_at, replay_count, last_replayed_at,
  open_since, heartbeat_at, lease_owner, step, external_began, next_try_at, tries, unknown_reason, parked_reason, held_by, input, input_version)
SELECT id, pg_temp.id_of(account), pg_temp.id_of('phased ' || id), procedure, 'phased', 'user:' || pg_temp.id_of('buyer@acme.example'), state, attempt,
  sha256(id::text::bytea), 1, '{"orderId":"a","card":"b"}',
  CASE id WHEN 2007 THEN pg_temp.ago('-26 seconds') ELSE at + interval '90 seconds' END, at,
  CASE WHEN done THEN at + interval '1.84 seconds' END, CASE WHEN done THEN CASE id WHEN 2010 THEN 'refusal' ELSE 'success' END END,
  CASE WHEN done THEN CASE id WHEN 2010 THEN 402 ELSE 200 END END, CASE WHEN done THEN answer END, CASE WHEN done THEN 'full' END,
  CASE WHEN done THEN octet_length(answer) END, CASE WHEN done THEN 'pay_' || pg_temp.id_of('payment 2') END,
  CASE WHEN done THEN at + interval '72 hours' END, CASE WHEN done THEN at + interval '30 days' END, CASE WHEN done THEN at + interval '60 days' END,
  CASE id WHEN 2001 THEN 3 ELSE 0 END, CASE id WHEN 2001 THEN at + interval '4 minutes' END,
  CASE WHEN NOT done THEN at END, CASE id WHEN 2007 THEN pg_temp.ago('4 seconds') ELSE at + interval '60 seconds' END, 'web-7d4c:412', 'take the right', true,
  CASE WHEN NOT done THEN pg_temp.ago('-3 minutes') END, attempt - 1, unknown_reason, parked_reason,
  pg_temp.id_of(holder || '@latchkey.example'),
  CASE WHEN NOT done THEN '{"json":{"orderId":"ord_' || pg_temp.id_of('order 3') || '","card":"tok_visa"}}' END, CASE WHEN NOT done THEN 1 END
FROM (
  SELECT *, state = 'COMPLETED' AS done, pg_temp.ago(age) AS at, '{"json":{"paymentId":"pay_' || pg_temp.id_of('payment 2') || '","orderId":"ord_'
    || pg_temp.id_of('order 2') || '","chargeId":"ch_3QKd81Latchkey","status":"succeeded","amountCents":4400,"currency":"EUR"}}' AS answer
  FROM phased
) AS made;

INSERT INTO run_step (record_id, name, position, kind, result, result_version, attempt, committed_at)
SELECT id, 'take the right', 0, 'local', '{"json":{"taken":true,"amountCents":4400,"currency":"EUR"}}', 1, 1, pg_temp.ago(age) + interval '22 ms' FROM phased
UNION ALL
SELECT id, 'charge', 1, 'external', '{"json":{"status":"done"}}', 1, attempt, pg_temp.ago(age) + interval '1.8 seconds' FROM phased WHERE state = 'COMPLETED';

INSERT INTO external_reference (id, record_id, step, ordinal, provider, operation, api_version, downstream_key, request, state, provider_id,
  failure_code, failure_message, calls, first_call_at, last_call_at, call_over_at, key_window_ends_at, settled_at)
SELECT id, id, CASE procedure WHEN 'orders.pay' THEN 'charge' ELSE 'release' END, 0, CASE procedure WHEN 'orders.pay' THEN 'stripe sandbox' ELSE 'ledger' END,
  CASE procedure WHEN 'orders.pay' THEN 'charges.create' ELSE 'transactions.submit' END, '2020-08-27', 'lk-' || pg_temp.id_of('downstream ' || id),
  '{"json":{"amountCents":4400,"currency":"EUR","card":"tok_visa","orderId":"ord_' || pg_temp.id_of('order 3') || '","accountId":"' || pg_temp.id_of(account) || '"}}',
  CASE id WHEN 2001 THEN 'confirmed' WHEN 2010 THEN 'absent' WHEN 2007 THEN 'intended' WHEN 2004 THEN 'intended' ELSE 'cannot_tell' END,
  CASE id WHEN 2001 THEN 'ch_3QKd81Latchkey' END, NULL, NULL, attempt, pg_temp.ago(age) + interval '30 ms',
  pg_temp.ago(age) + interval '30 ms', pg_temp.ago(age) + interval '20 seconds', pg_temp.ago(age) + interval '23 hours',
  CASE WHEN state = 'COMPLETED' THEN pg_temp.ago(age) + interval '1.8 seconds' END
FROM phased;

INSERT INTO record_event (id, record_id, attempt, event, step, detail, evidence, at)
SELECT row_number() OVER (ORDER BY p.id, e.after), p.id, e.attempt, e.event, e.step, e.detail, e.evidence, pg_temp.ago(p.age) + e.after
FROM phased p JOIN (VALUES
  (NULL::int, NULL, 1, 'claimed', NULL, NULL, NULL, interval '1 ms'),
  (NULL, NULL, 1, 'step_committed', 'take the right', NULL, NULL, interval '22 ms'),
  (NULL, NULL, 1, 'call_intended', 'charge', NULL, NULL, interval '30 ms'),
  (2001, NULL, 1, 'call_answered', 'charge', 'succeeded', '{"id":"ch_3QKd81Latchkey","object":"charge","amount":4400,"currency":"eur","status":"succeeded","paid":true}', interval '1.79 seconds'),
  (2001, NULL, 1, 'step_committed', 'charge', NULL, NULL, interval '1.8 seconds'),
  (2001, NULL, 1, 'completed', NULL, 'success', NULL, interval '1.84 seconds'),
  (2010, NULL, 3, 'settled_by_operator', 'charge', 'refuse', NULL, interval '2 hours'),
  (2010, NULL, 3, 'effect_found_late', 'charge', 'The provider has ch_3QL0late, which was settled as absent.', '{"id":"ch_3QL0late","object":"charge","amount":4400}', interval '25 hours'),
  (NULL, 'UNKNOWN', 1, 'call_stopped', 'charge', 'No answer within 15 s.', NULL, interval '15 seconds'),
  (NULL, 'UNKNOWN', 2, 'taken_over', NULL, NULL, NULL, interval '2 minutes'),
  (NULL, 'UNKNOWN', 2, 'looked_up', 'charge', 'The provider could not be asked: connect ECONNREFUSED.', NULL, interval '2.1 minutes'),
  (NULL, 'UNKNOWN', 2, 'unknown', 'charge', 'The provider could not be asked: connect ECONNREFUSED.', NULL, interval '2.2 minutes'),
  (2003, NULL, 3, 'fenced', NULL, 'Support asks about order 3 of globex.', NULL, interval '31 minutes'),
  (2003, NULL, 2, 'late_write_rejected', 'charge', NULL, NULL, interval '33 minutes')
) AS e(of, state, attempt, event, step, detail, evidence, after) ON (e.of IS NULL OR e.of = p.id) AND (e.state IS NULL OR e.state = p.state);

INSERT INTO effect_alarm (record_id, event_id, scope, procedure, step, ordinal, provider, provider_id, amount_minor, currency, raised_at)
SELECT r.id, e.id, r.scope, r.procedure, e.step, 0, 'stripe sandbox', 'ch_3QL0late', 4400, 'EUR', e.at
FROM record_event e JOIN idempotency_record r ON r.id = e.record_id WHERE e.event = 'effect_found_late';

INSERT INTO record_hold (record_id, held_by, held_name, reason, since, not_before, touched_at)
SELECT p.id, pg_temp.id_of(email), u.name, reason, pg_temp.ago(since), pg_temp.ago(since - interval '75 seconds'), pg_temp.ago(touched)
FROM (VALUES (2003, 'resolver@latchkey.example', 'Support asks about order 3 of globex.', interval '10 minutes', interval '2 minutes'),
  (2006, 'admin@latchkey.example', 'Both transactions are with the ledger''s support.', interval '3 hours', interval '2 hours'),
  (2009, 'resolver@latchkey.example', 'A day without an answer, the customer waits.', interval '20 minutes', interval '3 minutes'))
  AS p(id, email, reason, since, touched) JOIN "user" u USING (email);

INSERT INTO lookup_evidence (id, record_id, attempt, step, ordinal, weight, result, provider, operation, downstream_key, provider_id, detail, raw,
  key_window_open, taken_by, taken_at, valid_until)
SELECT e.id, p.id, e.attempt, 'charge', 0, weight, result, 'stripe sandbox', 'charges.create', 'lk-' || pg_temp.id_of('downstream ' || p.id), provider_id, detail, raw,
  open, pg_temp.id_of('resolver@latchkey.example'), pg_temp.ago(taken), pg_temp.ago(taken - interval '10 minutes')
FROM (VALUES
  (1, 2003, 2, 'advisory', 'unavailable', NULL, 'The provider could not be asked: connect ECONNREFUSED.', NULL, true, interval '12 minutes'),
  (2, 2003, 3, 'authoritative', 'found_succeeded', 'ch_3QKe77Latchkey', 'The provider has ch_3QKe77Latchkey, as intended.',
   '{"id":"ch_3QKe77Latchkey","object":"charge","amount":4400,"currency":"eur","created":1762334340,"status":"succeeded","paid":true,"captured":true,"source":{"brand":"visa","last4":"4242"},"metadata":{"latchkey_key":"lk-2003"}}',
   true, interval '2 minutes'),
  (3, 2009, 5, 'authoritative', 'not_found', NULL, 'The provider has nothing under this key, by a complete list.', '{"object":"list","data":[],"has_more":false}', false, interval '3 minutes'),
  (4, 2004, 1, 'advisory', 'not_found', NULL, 'The provider has nothing under this key, by a complete list.', '{"object":"list","data":[],"has_more":false}', true, interval '6 minutes')
) AS e(id, record_id, attempt, weight, result, provider_id, detail, raw, open, taken) JOIN phased p ON p.id = e.record_id;

INSERT INTO conflict_event (id, record_id, scope, caller, procedure, fingerprint, differing_fields, occurrences, first_seen_at, last_seen_at, reviewed_at, reviewed_by)
SELECT row_number() OVER (ORDER BY r.id), r.id, r.scope, r.caller, r.procedure, sha256(('other ' || r.id)::bytea),
  CASE WHEN r.id % 2 = 0 THEN '{quantity,note}' ELSE '{quantity}' END::text[], 1 + (r.id % 6)::int, r.created_at + interval '20 s', r.created_at + interval '6 minutes',
  CASE WHEN r.id % 3 = 0 THEN r.created_at + interval '1 hour' END, CASE WHEN r.id % 3 = 0 THEN pg_temp.id_of('resolver@latchkey.example') END
FROM idempotency_record r WHERE r.id BETWEEN 1014 AND 1022 OR r.id = 2001;

INSERT INTO suspected_duplicate (id, scope, procedure, fingerprint, first_id, last_id, records, first_at, last_at)
SELECT n, pg_temp.id_of((ARRAY['acme', 'globex', 'initech'])[1 + n % 3]), 'orders.place', sha256(n::text::bytea), 1008 + 2 * n, 1009 + 2 * n, 2 + n % 3,
  pg_temp.ago((7 - n) * interval '3 hours'), pg_temp.ago((7 - n) * interval '3 hours' - interval '40 seconds')
FROM generate_series(1, 6) AS n;

INSERT INTO audit_entry (id, at, actor_id, actor_name, role, action, result, refusal, request_id, target, record_id, reason, second_actor_id, evidence_id, before, after)
SELECT n, pg_temp.ago(age), u.id, u.name, u.role, action, CASE WHEN refusal IS NULL THEN 'applied' ELSE 'refused' END, refusal, pg_temp.id_of('request ' || n), target,
  substring(target FROM '^record:(\d+)$')::bigint, reason, pg_temp.id_of(second || '@latchkey.example'), evidence, before, after
FROM (VALUES
  (1, interval '29 hours', 'admin', 'access.invite', NULL, 'invitation:margaret', NULL, NULL, NULL::bigint, NULL, '{"role":"operator"}'),
  (2, interval '24 hours', 'resolver', 'record.decide', NULL, 'record:2010', 'Nothing at the provider after a day, the customer cancelled.', 'approver', 3, '{"state":"UNKNOWN","attempt":2}', '{"decision":"refuse","state":"COMPLETED","attempt":3}'),
  (3, interval '9 hours', 'resolver', 'record.extend_retention', NULL, 'record:1018', 'The client''s queue stands still until Thursday.', NULL, NULL, '{"answerExpiresAt":"2025-11-07T22:00:00.000Z"}', '{"answerExpiresAt":"2025-11-12T22:00:00.000Z"}'),
  (4, interval '4 hours', 'viewer', 'conflict.review', 'forbidden', 'conflict:3', NULL, NULL, NULL, NULL, NULL),
  (5, interval '3 hours', 'admin', 'record.fence', NULL, 'record:2006', 'Both transactions are with the ledger''s support.', NULL, NULL, '{"state":"unknown","attempt":1,"owner":"web-7d4c:412"}', '{"state":"UNKNOWN","attempt":2,"heldBy":"Ada Byron"}'),
  (6, interval '70 minutes', 'resolver', 'operation.start', NULL, 'operation:1', 'Clients of this batch come back late.', NULL, NULL, NULL, '{"total":6}'),
  (7, interval '20 minutes', 'resolver', 'record.fence', 'lease_running', 'record:2007', 'Support asks about this payment.', NULL, NULL, NULL, NULL),
  (8, interval '10 minutes', 'resolver', 'record.fence', NULL, 'record:2003', 'Support asks about order 3 of globex.', NULL, NULL, '{"state":"unknown","attempt":2,"owner":"web-7d4c:412"}', '{"state":"UNKNOWN","attempt":3,"heldBy":"Grace Murray"}'),
  (9, interval '2 minutes', 'resolver', 'record.look_up', NULL, 'record:2003', NULL, NULL, 2, NULL, '{"result":"found_succeeded"}')
) AS a(n, age, who, action, refusal, target, reason, second, evidence, before, after) JOIN "user" u ON u.email = who || '@latchkey.example';

INSERT INTO bulk_operation (id, kind, filter, settings, actor_id, actor_name, role, reason, state, total, created_at, started_at, ended_at, aborted_by)
SELECT n, kind, filter, settings, u.id, u.name, u.role, reason, state, total, pg_temp.ago(age), pg_temp.ago(started), pg_temp.ago(ended), aborted
FROM (VALUES
  (1, 'extend_retention', '{"page":"expiring","filter":{}}', '{"hours":168}', 'Clients of this batch come back late.', 'done', 6, interval '75 minutes', interval '70 minutes', interval '69 minutes', NULL),
  (2, 'review_conflicts', '{"page":"conflicts","filter":{"procedure":"orders.place"}}', '{}', 'One client, told and mended.', 'aborted', 4, interval '50 minutes', interval '49 minutes', interval '48 minutes', pg_temp.id_of('resolver@latchkey.example')),
  (3, 'purge_answers', '{"page":"selection","ids":["1010","1012","1013"]}', '{}', '', 'preview', 3, interval '5 minutes', NULL, NULL, NULL)
) AS o(n, kind, filter, settings, reason, state, total, age, started, ended, aborted) JOIN "user" u ON u.email = 'resolver@latchkey.example';
INSERT INTO bulk_item (operation_id, target_id, result, detail, at)
SELECT 1, 1000 + n, CASE n WHEN 4 THEN 'skipped' WHEN 5 THEN 'failed' ELSE 'applied' END,
  CASE n WHEN 4 THEN 'not_later: The answer is kept longer than that already.' WHEN 5 THEN 'The connection was closed; it can be tried again.' END, pg_temp.ago('69 minutes')
FROM generate_series(1, 6) AS n
UNION ALL SELECT 2, n, CASE WHEN n < 3 THEN 'applied' ELSE 'waiting' END, NULL, CASE WHEN n < 3 THEN pg_temp.ago('48 minutes') END FROM generate_series(1, 4) AS n
UNION ALL SELECT 3, unnest(ARRAY[1010, 1012, 1013]), 'waiting', NULL, NULL;

-- A day of a shop: quiet at night, a burst of conflicts at nine.
INSERT INTO statistic (minute, metric, procedure, count)
SELECT at, metric, 'orders.place', round(CASE metric WHEN 'claims' THEN 60 + 50 * sin(hour / 24 * 6.2832 - 2) + (n * 37 % 23)
    WHEN 'replays' THEN 9 + 7 * sin(hour / 24 * 6.2832 - 2) + n * 13 % 7 ELSE CASE WHEN n BETWEEN 4 AND 7 THEN 18 ELSE n % 3 END END)::int
FROM (SELECT n, pg_temp.ago(n * interval '15 minutes') AS at, extract(hour FROM pg_temp.ago(n * interval '15 minutes') AT TIME ZONE 'UTC')::float8 AS hour
  FROM generate_series(0, 96) AS n) AS spans CROSS JOIN unnest(ARRAY['claims', 'replays', 'conflicts']) AS metric;

INSERT INTO computed_figure (name, value, computed_at)
SELECT name, value, pg_temp.ago('20 seconds') FROM (VALUES ('stuck', '2'), ('stuck.oldest_seconds', '1890'), ('stuck.ages', '[0,0,2,0,0,0]'), ('unknown', '4'),
  ('parked', '1'), ('held', '3'), ('conflicts.day', '10'), ('expiring.hour', '6'),
  ('replay_lag', '{"replay_lag_10":812,"replay_lag_60":340,"replay_lag_600":121,"replay_lag_3600":44,"replay_lag_21600":19,"replay_lag_86400":8,"replay_lag_259200":3,"replay_lag_604800":2}'))
  AS figures(name, value);
