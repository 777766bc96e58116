-- The lists of the desk over millions of rows: each sorts by an index, with the id behind it for rows of one moment.
-- None names a column that the completion of a transactional run changes, so that this update stays heap-only.
-- What they cost a claim is measured by bench/desk-lists.ts.

-- CreateIndex: newest first, and a range of time whatever else is asked.
CREATE INDEX "idempotency_record_created" ON "idempotency_record"("created_at", "id");

-- CreateIndex: one procedure, newest first. Without it a rare one is looked for among all.
CREATE INDEX "idempotency_record_procedure" ON "idempotency_record"("procedure", "created_at", "id");

-- CreateIndex: one account, newest first. The unique index by (scope, key) has no order of time.
CREATE INDEX "idempotency_record_scope" ON "idempotency_record"("scope", "created_at", "id");

-- CreateIndex: a pasted key whose account is not known, and the beginning of one. In byte order, since only that
-- serves beginnings under any collation.
CREATE INDEX "idempotency_record_key" ON "idempotency_record"("key" text_pattern_ops);

-- CreateIndex: the same filters on conflicts; they are written rarely.
CREATE INDEX "conflict_event_scope" ON "conflict_event"("scope", "last_seen_at", "id");
CREATE INDEX "conflict_event_procedure" ON "conflict_event"("procedure", "last_seen_at", "id");
CREATE INDEX "conflict_event_caller" ON "conflict_event"("caller", "last_seen_at", "id");

-- CreateIndex: the most repeated ones first.
CREATE INDEX "conflict_event_occurrences" ON "conflict_event"("occurrences", "id");

-- By hand, what Prisma has no word for.

-- Open and left to the engine: the stuck ones are among them, oldest first. Not by the lease, though that is what makes
-- them stuck: every step and every renewal moves it, and these updates are heap-only.
CREATE INDEX "idempotency_record_open_since" ON "idempotency_record"("open_since", "id")
    WHERE "open_since" IS NOT NULL AND "unknown_reason" IS NULL AND "parked_reason" IS NULL;

-- Unknown or parked. By the reasons and not by the state, which each completion changes; a CHECK keeps the two together.
CREATE INDEX "idempotency_record_needs_person" ON "idempotency_record"("open_since", "id")
    WHERE "open_since" IS NOT NULL AND ("unknown_reason" IS NOT NULL OR "parked_reason" IS NOT NULL);

CREATE INDEX "conflict_event_unreviewed" ON "conflict_event"("last_seen_at", "id") WHERE "reviewed_at" IS NULL;

-- Denied attempts among millions of applied ones.
CREATE INDEX "audit_entry_refused" ON "audit_entry"("id") WHERE "result" = 'refused';

-- A pasted id of a provider.
CREATE INDEX "external_reference_provider_id" ON "external_reference"("provider_id") WHERE "provider_id" IS NOT NULL;

-- What completion does change can be indexed by summaries of page ranges only: from PostgreSQL 16 on they leave an update
-- heap-only, before that they end it. So 15 goes without, and there these two questions run into the time limit of lists.
-- The dates grow with the table, so that a range of pages is a range of dates; "multi" forgives extended ones. A bloom
-- filter over the resource ids finds the few ranges that may hold a pasted one.
DO $$
BEGIN
    IF current_setting('server_version_num')::int >= 160000 THEN
        CREATE INDEX "idempotency_record_answer_expires" ON "idempotency_record"
            USING brin ("answer_expires_at" timestamptz_minmax_multi_ops) WITH (pages_per_range = 64, autosummarize = on)
            WHERE "answer_expires_at" IS NOT NULL;
        CREATE INDEX "idempotency_record_key_expires" ON "idempotency_record"
            USING brin ("key_expires_at" timestamptz_minmax_multi_ops) WITH (pages_per_range = 64, autosummarize = on)
            WHERE "key_expires_at" IS NOT NULL;
        CREATE INDEX "idempotency_record_resource" ON "idempotency_record"
            USING brin ("resource_id" text_bloom_ops(n_distinct_per_range = 1000, false_positive_rate = 0.01))
            WITH (pages_per_range = 64, autosummarize = on)
            WHERE "resource_id" IS NOT NULL;
    END IF;
END
$$;
