-- CreateTable
CREATE TABLE "audit_entry" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "refusal" TEXT,
    "request_id" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "record_id" BIGINT,
    "reason" TEXT,
    "second_actor_id" TEXT,
    "evidence_id" BIGINT,
    "before" TEXT,
    "after" TEXT,

    CONSTRAINT "audit_entry_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "lookup_evidence" (
    "id" BIGSERIAL NOT NULL,
    "record_id" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "step" TEXT NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "weight" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "downstream_key" TEXT NOT NULL,
    "provider_id" TEXT,
    "failure_code" TEXT,
    "detail" TEXT,
    "raw" TEXT,
    "key_window_open" BOOLEAN NOT NULL,
    "taken_by" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "valid_until" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "lookup_evidence_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "record_hold" (
    "record_id" BIGINT NOT NULL,
    "held_by" TEXT NOT NULL,
    "held_name" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "since" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "not_before" TIMESTAMPTZ(6) NOT NULL,
    "touched_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "record_hold_pkey" PRIMARY KEY ("record_id")
);

-- CreateTable
CREATE TABLE "decision_approval" (
    "id" BIGSERIAL NOT NULL,
    "record_id" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "evidence_id" BIGINT,
    "decision" TEXT NOT NULL,
    "provider_id" TEXT,
    "reason" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_name" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "approved_by" TEXT,
    "approved_at" TIMESTAMPTZ(6),
    "closed_at" TIMESTAMPTZ(6),

    CONSTRAINT "decision_approval_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_operation" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "filter" TEXT NOT NULL,
    "settings" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "started_at" TIMESTAMPTZ(6),
    "ended_at" TIMESTAMPTZ(6),
    "aborted_by" TEXT,

    CONSTRAINT "bulk_operation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "bulk_item" (
    "operation_id" BIGINT NOT NULL,
    "target_id" BIGINT NOT NULL,
    "result" TEXT NOT NULL DEFAULT 'waiting',
    "detail" TEXT,
    "at" TIMESTAMPTZ(6),

    CONSTRAINT "bulk_item_pkey" PRIMARY KEY ("operation_id","target_id")
);

-- CreateTable
CREATE TABLE "saved_view" (
    "id" BIGSERIAL NOT NULL,
    "owner_id" TEXT NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "is_shared" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "saved_view_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "invitation" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "invited_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "expires_at" TIMESTAMPTZ(6) NOT NULL,
    "used_at" TIMESTAMPTZ(6),

    CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "statistic" (
    "minute" TIMESTAMPTZ(0) NOT NULL,
    "metric" TEXT NOT NULL,
    "procedure" TEXT NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "statistic_pkey" PRIMARY KEY ("minute","metric","procedure")
);

-- CreateTable
CREATE TABLE "computed_figure" (
    "name" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "computed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "computed_figure_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "suspected_duplicate" (
    "id" BIGSERIAL NOT NULL,
    "scope" TEXT NOT NULL,
    "procedure" TEXT NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "first_id" BIGINT NOT NULL,
    "last_id" BIGINT NOT NULL,
    "records" INTEGER NOT NULL,
    "first_at" TIMESTAMPTZ(6) NOT NULL,
    "last_at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "suspected_duplicate_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entry_record" ON "audit_entry"("record_id", "id");

-- CreateIndex
CREATE INDEX "audit_entry_actor" ON "audit_entry"("actor_id", "id");

-- CreateIndex
CREATE INDEX "audit_entry_action" ON "audit_entry"("action", "id");

-- CreateIndex
CREATE INDEX "lookup_evidence_record" ON "lookup_evidence"("record_id", "id");

-- CreateIndex
CREATE INDEX "decision_approval_record" ON "decision_approval"("record_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "saved_view_name" ON "saved_view"("owner_id", "page", "name");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_token_hash_key" ON "invitation"("token_hash");

-- CreateIndex
CREATE INDEX "suspected_duplicate_recent" ON "suspected_duplicate"("last_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "suspected_duplicate_once" ON "suspected_duplicate"("scope", "fingerprint", "first_id");

-- AddForeignKey
ALTER TABLE "record_hold" ADD CONSTRAINT "record_hold_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "idempotency_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "decision_approval" ADD CONSTRAINT "decision_approval_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "idempotency_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bulk_item" ADD CONSTRAINT "bulk_item_operation_id_fkey" FOREIGN KEY ("operation_id") REFERENCES "bulk_operation"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- By hand, what Prisma has no word for.
ALTER TABLE "audit_entry"
    ADD CONSTRAINT "audit_entry_result_known" CHECK ("result" IN ('applied', 'refused')),
    ADD CONSTRAINT "audit_entry_refused_says_why" CHECK (("refusal" IS NOT NULL) = ("result" = 'refused')),
    ADD CONSTRAINT "audit_entry_two_persons" CHECK ("second_actor_id" <> "actor_id");
-- The same operator request twice is one effect and one row, whatever asks for the second.
CREATE UNIQUE INDEX "audit_entry_applied_once" ON "audit_entry"("actor_id", "request_id", "target") WHERE "result" = 'applied';

ALTER TABLE "lookup_evidence"
    ADD CONSTRAINT "lookup_evidence_weight_known" CHECK ("weight" IN ('advisory', 'authoritative')),
    ADD CONSTRAINT "lookup_evidence_result_known"
        CHECK ("result" IN ('found_succeeded', 'found_pending', 'found_failed', 'not_found', 'ambiguous', 'unavailable')),
    ADD CONSTRAINT "lookup_evidence_succeeded_by_id" CHECK ("result" <> 'found_succeeded' OR "provider_id" IS NOT NULL);

ALTER TABLE "decision_approval"
    ADD CONSTRAINT "decision_approval_two_persons" CHECK ("approved_by" <> "asked_by"),
    ADD CONSTRAINT "decision_approval_approved_whole" CHECK (("approved_by" IS NOT NULL) = ("approved_at" IS NOT NULL));
CREATE UNIQUE INDEX "decision_approval_open" ON "decision_approval"("record_id") WHERE "closed_at" IS NULL;

ALTER TABLE "bulk_operation"
    ADD CONSTRAINT "bulk_operation_kind_known" CHECK ("kind" IN ('extend_retention', 'purge_answers', 'review_conflicts')),
    ADD CONSTRAINT "bulk_operation_state_known" CHECK ("state" IN ('preview', 'running', 'done', 'aborted'));
CREATE INDEX "bulk_operation_running" ON "bulk_operation"("id") WHERE "state" = 'running';
ALTER TABLE "bulk_item"
    ADD CONSTRAINT "bulk_item_result_known" CHECK ("result" IN ('waiting', 'applied', 'skipped', 'failed'));
CREATE INDEX "bulk_item_waiting" ON "bulk_item"("operation_id", "target_id") WHERE "result" = 'waiting';

ALTER TABLE "invitation"
    ADD CONSTRAINT "invitation_role_known"
        CHECK ("role" IN ('viewer', 'operator', 'resolver', 'approver', 'auditor', 'admin'));
CREATE UNIQUE INDEX "invitation_open" ON "invitation"("email") WHERE "used_at" IS NULL;

-- An audit that can be rewritten proves nothing: refused to everybody who may not drop the trigger, the owner's plain
-- statements included.
CREATE FUNCTION "latchkey_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % is refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'check_violation', TABLE = TG_TABLE_NAME;
END
$$;
CREATE TRIGGER "audit_entry_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit_entry"
    FOR EACH STATEMENT EXECUTE FUNCTION "latchkey_refuse_change"();
CREATE TRIGGER "lookup_evidence_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "lookup_evidence"
    FOR EACH STATEMENT EXECUTE FUNCTION "latchkey_refuse_change"();

-- The one clock of everything that the desk shows ("as of", ages, countdowns). It decides nothing; a fixture database
-- replaces it, so that pictures of pages can be compared.
CREATE FUNCTION "latchkey_shown_now"() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT clock_timestamp()';
