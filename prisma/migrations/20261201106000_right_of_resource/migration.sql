-- AlterTable: what a record is about, known from its claim on; amount and currency from the first intent on.
ALTER TABLE "idempotency_record" ADD COLUMN     "amount_minor" BIGINT,
ADD COLUMN     "currency" TEXT,
ADD COLUMN     "subject_id" TEXT,
ADD COLUMN     "subject_type" TEXT;

-- CreateTable
CREATE TABLE "effect_alarm" (
    "id" BIGSERIAL NOT NULL,
    "record_id" BIGINT NOT NULL,
    "event_id" BIGINT NOT NULL,
    "scope" TEXT NOT NULL,
    "procedure" TEXT NOT NULL,
    "subject_type" TEXT,
    "subject_id" TEXT,
    "step" TEXT NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "provider" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "amount_minor" BIGINT,
    "currency" TEXT,
    "raised_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "dealt_at" TIMESTAMPTZ(6),
    "dealt_by" TEXT,
    "dealt_name" TEXT,
    "how" TEXT,
    "reason" TEXT,

    CONSTRAINT "effect_alarm_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "effect_alarm_once" ON "effect_alarm"("record_id", "step", "ordinal");

-- CreateIndex
CREATE INDEX "effect_alarm_subject" ON "effect_alarm"("subject_id");


-- By hand, what Prisma has no word for.
ALTER TABLE "effect_alarm"
    ADD CONSTRAINT "effect_alarm_how_known" CHECK ("how" IN ('undone', 'kept', 'not_ours')),
    -- Dealt with by somebody, somehow, for a reason; or not at all.
    ADD CONSTRAINT "effect_alarm_dealt_whole"
        CHECK (num_nonnulls("dealt_at", "dealt_by", "dealt_name", "how", "reason") IN (0, 5));
CREATE INDEX "effect_alarm_open" ON "effect_alarm"("id") WHERE "dealt_at" IS NULL;

-- What a run in progress may already have done elsewhere is known by its call's request: the two procedures that there are.
UPDATE "idempotency_record" r
SET "subject_type" = CASE r."procedure" WHEN 'orders.pay' THEN 'order' ELSE 'escrow' END,
    "subject_id" = called.request #>> CASE r."procedure" WHEN 'orders.pay' THEN '{json,orderId}'::text[] ELSE '{json,escrowId}'::text[] END,
    "amount_minor" = (called.request #>> '{json,amountCents}')::bigint,
    "currency" = called.request #>> '{json,currency}'
FROM (SELECT DISTINCT ON ("record_id") "record_id", "request"::jsonb AS request FROM "external_reference" ORDER BY "record_id", "id") AS called
WHERE called."record_id" = r."id" AND r."procedure" IN ('orders.pay', 'escrow.release')
    AND called.request #>> CASE r."procedure" WHEN 'orders.pay' THEN '{json,orderId}'::text[] ELSE '{json,escrowId}'::text[] END IS NOT NULL;

-- A record by what it is about, also while it is open.
CREATE INDEX "idempotency_record_subject" ON "idempotency_record"("subject_id", "id") WHERE "subject_id" IS NOT NULL;
-- The right to a resource: at most one open run has begun a call for it.
CREATE UNIQUE INDEX "idempotency_record_right" ON "idempotency_record"("subject_type", "subject_id")
    WHERE "subject_id" IS NOT NULL AND "external_began" AND "open_since" IS NOT NULL;

-- Alarms that were raised before they could be dealt with.
INSERT INTO "effect_alarm" ("record_id", "event_id", "scope", "procedure", "subject_type", "subject_id", "step", "ordinal",
    "provider", "provider_id", "amount_minor", "currency", "raised_at")
SELECT r."id", e."id", r."scope", r."procedure", r."subject_type", r."subject_id", coalesce(e."step", ''),
    coalesce(substring(e."detail" FROM 'for call (\d+)')::smallint, 1),
    coalesce(substring(e."detail" FROM '^(.*) has \S+ for call'), 'provider'),
    coalesce(substring(e."detail" FROM ' has (\S+) for call'), 'unknown'), r."amount_minor", r."currency", e."at"
FROM "record_event" e JOIN "idempotency_record" r ON r."id" = e."record_id"
WHERE e."event" = 'effect_found_late' ORDER BY e."id"
ON CONFLICT ("record_id", "step", "ordinal") DO NOTHING;

-- They are read from their own table by now.
DROP INDEX "record_event_alarm";
