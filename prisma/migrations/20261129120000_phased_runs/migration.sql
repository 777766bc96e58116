-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "external_began" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "heartbeat_at" TIMESTAMPTZ(6),
ADD COLUMN     "held_by" TEXT,
ADD COLUMN     "input" TEXT,
ADD COLUMN     "input_version" SMALLINT,
ADD COLUMN     "lease_owner" TEXT,
ADD COLUMN     "next_try_at" TIMESTAMPTZ(6),
ADD COLUMN     "open_since" TIMESTAMPTZ(6),
ADD COLUMN     "parked_reason" TEXT,
ADD COLUMN     "step" TEXT,
ADD COLUMN     "tries" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "unknown_reason" TEXT;

-- CreateTable
CREATE TABLE "run_step" (
    "record_id" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "position" SMALLINT NOT NULL,
    "kind" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "result_version" SMALLINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "committed_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "run_step_pkey" PRIMARY KEY ("record_id","name")
);

-- CreateTable
CREATE TABLE "external_reference" (
    "id" BIGSERIAL NOT NULL,
    "record_id" BIGINT NOT NULL,
    "step" TEXT NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "provider" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "api_version" TEXT NOT NULL,
    "downstream_key" TEXT NOT NULL,
    "request" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "provider_id" TEXT,
    "failure_code" TEXT,
    "failure_message" TEXT,
    "calls" INTEGER NOT NULL DEFAULT 1,
    "first_call_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "last_call_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "call_over_at" TIMESTAMPTZ(6) NOT NULL,
    "key_window_ends_at" TIMESTAMPTZ(6) NOT NULL,
    "settled_at" TIMESTAMPTZ(6),

    CONSTRAINT "external_reference_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "record_event" (
    "id" BIGSERIAL NOT NULL,
    "record_id" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL,
    "event" TEXT NOT NULL,
    "step" TEXT,
    "detail" TEXT,
    "evidence" TEXT,
    "at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "record_event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "payment" (
    "id" TEXT NOT NULL,
    "order_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "charge_id" TEXT,
    "failure_code" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "payment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "escrow" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "amount_cents" INTEGER NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "beneficiary" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'held',
    "transaction_hash" TEXT,
    "created_at" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "escrow_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "run_step_position" ON "run_step"("record_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "external_reference_downstream_key" ON "external_reference"("downstream_key");

-- CreateIndex
CREATE UNIQUE INDEX "external_reference_step" ON "external_reference"("record_id", "step", "ordinal");

-- CreateIndex
CREATE INDEX "record_event_record" ON "record_event"("record_id", "id");

-- CreateIndex
CREATE INDEX "escrow_account_id_created_at_id_idx" ON "escrow"("account_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "run_step" ADD CONSTRAINT "run_step_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "idempotency_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "external_reference" ADD CONSTRAINT "external_reference_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "idempotency_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "record_event" ADD CONSTRAINT "record_event_record_id_fkey" FOREIGN KEY ("record_id") REFERENCES "idempotency_record"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_id_fkey" FOREIGN KEY ("order_id") REFERENCES "order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "escrow" ADD CONSTRAINT "escrow_account_id_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


-- By hand, what Prisma has no word for.
ALTER TABLE "idempotency_record"
    -- Open exactly while a phased record is not completed; a transactional run never touches the column, so that its
    -- completion stays a heap-only update beside the partial index below.
    ADD CONSTRAINT "idempotency_record_open_while_phased"
        CHECK (("open_since" IS NOT NULL) = ("mode" = 'phased' AND "state" <> 'COMPLETED')),
    ADD CONSTRAINT "idempotency_record_input_while_open" CHECK (("input" IS NOT NULL) = ("open_since" IS NOT NULL)),
    -- Without a next try a record that nobody renews would be forgotten.
    ADD CONSTRAINT "idempotency_record_next_try" CHECK (("next_try_at" IS NOT NULL) = ("open_since" IS NOT NULL)),
    ADD CONSTRAINT "idempotency_record_unknown_has_reason" CHECK (("unknown_reason" IS NOT NULL) = ("state" = 'UNKNOWN')),
    ADD CONSTRAINT "idempotency_record_parked_while_open" CHECK ("parked_reason" IS NULL OR "open_since" IS NOT NULL);

-- The completer's question: what is open and due?
CREATE INDEX "idempotency_record_open" ON "idempotency_record"("next_try_at") WHERE "open_since" IS NOT NULL;

ALTER TABLE "run_step" ADD CONSTRAINT "run_step_kind_known" CHECK ("kind" IN ('local', 'external'));

ALTER TABLE "external_reference"
    ADD CONSTRAINT "external_reference_state_known"
        CHECK ("state" IN ('intended', 'confirmed', 'absent', 'failed', 'cannot_tell')),
    ADD CONSTRAINT "external_reference_settled_whole"
        CHECK (("settled_at" IS NOT NULL) = ("state" IN ('confirmed', 'absent', 'failed'))),
    ADD CONSTRAINT "external_reference_confirmed_by_id" CHECK ("state" <> 'confirmed' OR "provider_id" IS NOT NULL);

-- A timeline that can be rewritten proves nothing.
CREATE FUNCTION "record_event_refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'record_event is append-only' USING ERRCODE = 'check_violation', TABLE = 'record_event';
END
$$;
CREATE TRIGGER "record_event_append_only" BEFORE UPDATE ON "record_event"
    FOR EACH STATEMENT EXECUTE FUNCTION "record_event_refuse_change"();

-- The exclusive right: a second key for the same order is refused here, before any call.
CREATE UNIQUE INDEX "payment_one_per_order" ON "payment"("order_id") WHERE "status" IN ('pending', 'succeeded');
ALTER TABLE "payment"
    ADD CONSTRAINT "payment_status_known" CHECK ("status" IN ('pending', 'succeeded', 'failed')),
    ADD CONSTRAINT "payment_amount_positive" CHECK ("amount_cents" > 0),
    ADD CONSTRAINT "payment_charged_when_succeeded" CHECK (("charge_id" IS NOT NULL) = ("status" = 'succeeded'));
ALTER TABLE "escrow"
    ADD CONSTRAINT "escrow_status_known" CHECK ("status" IN ('held', 'releasing', 'released')),
    ADD CONSTRAINT "escrow_amount_positive" CHECK ("amount_cents" > 0),
    ADD CONSTRAINT "escrow_hash_when_released" CHECK (("transaction_hash" IS NOT NULL) = ("status" = 'released'));
