-- The same rules as the CHECKs and the trigger before, in one trigger. PostgreSQL reads the text of every CHECK and of a
-- trigger's WHEN anew for each statement: fifteen of them cost a third of the claim and the completion (docs/decisions/0013).
-- A function's expressions are kept for the session.

-- Which rule a row breaks, or null. Like a CHECK, a rule that is neither true nor false lets the row pass; columns that
-- must not be null say so themselves.
CREATE FUNCTION "idempotency_record_keep_rules"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    broken text := CASE
        WHEN (NEW."state" IN ('IN_PROGRESS', 'COMPLETED', 'UNKNOWN')) IS FALSE THEN 'state_known'
        WHEN (NEW."mode" IN ('transactional', 'phased')) IS FALSE THEN 'mode_known'
        WHEN (NEW."outcome" IN ('success', 'refusal')) IS FALSE THEN 'outcome_known'
        WHEN (NEW."answer_kept" IN ('full', 'reference', 'too_large', 'not_serializable', 'purged')) IS FALSE
            THEN 'answer_kept_known'
        WHEN (NEW."attempt" >= 1) IS FALSE THEN 'attempt_counts_from_one'
        WHEN (length(NEW."key") BETWEEN 1 AND 255) IS FALSE THEN 'key_length'
        -- All seven with COMPLETED, none of them before: no half outcome can be read.
        WHEN (num_nonnulls(NEW."completed_at", NEW."outcome", NEW."outcome_status", NEW."answer_kept",
                           NEW."answer_expires_at", NEW."key_expires_at", NEW."forget_at")
              = CASE NEW."state" WHEN 'COMPLETED' THEN 7 ELSE 0 END) IS FALSE THEN 'completed_whole'
        WHEN (NEW."answer" IS NOT NULL) <> (NEW."answer_kept" IS NOT DISTINCT FROM 'full') THEN 'answer_where_full'
        WHEN (NEW."answer_expires_at" <= NEW."key_expires_at" AND NEW."key_expires_at" <= NEW."forget_at") IS FALSE
            THEN 'windows_in_order'
        -- Open exactly while a phased record is not completed; a transactional run never touches the column, so that its
        -- completion stays a heap-only update beside the partial index on it.
        WHEN (NEW."open_since" IS NOT NULL) <> (NEW."mode" = 'phased' AND NEW."state" <> 'COMPLETED')
            THEN 'open_while_phased'
        WHEN (NEW."input" IS NOT NULL) <> (NEW."open_since" IS NOT NULL) THEN 'input_while_open'
        -- Without a next try a record that nobody renews would be forgotten.
        WHEN (NEW."next_try_at" IS NOT NULL) <> (NEW."open_since" IS NOT NULL) THEN 'next_try'
        WHEN (NEW."unknown_reason" IS NOT NULL) <> (NEW."state" = 'UNKNOWN') THEN 'unknown_has_reason'
        WHEN NEW."parked_reason" IS NOT NULL AND NEW."open_since" IS NULL THEN 'parked_while_open'
    END;
BEGIN
    IF broken IS NULL AND TG_OP = 'UPDATE' THEN
        IF NEW."scope" <> OLD."scope"
            OR NEW."key" <> OLD."key"
            OR NEW."procedure" <> OLD."procedure"
            OR NEW."attempt" < OLD."attempt"
            OR (OLD."state" = 'COMPLETED' AND (
                NEW."state" <> 'COMPLETED'
                OR NEW."attempt" <> OLD."attempt"
                OR NEW."outcome" <> OLD."outcome"
                OR NEW."outcome_status" <> OLD."outcome_status"
                OR NEW."fingerprint" <> OLD."fingerprint"
                OR NEW."resource_id" IS DISTINCT FROM OLD."resource_id"
                OR (NEW."answer_kept" <> OLD."answer_kept" AND NEW."answer_kept" <> 'purged')
                OR (NEW."answer" IS DISTINCT FROM OLD."answer"
                    AND (NEW."answer" IS NOT NULL OR NEW."answer_kept" <> 'purged'))
            ))
        THEN
            RAISE EXCEPTION 'idempotency_record %: illegal move from % (attempt %) to % (attempt %)',
                OLD."id", OLD."state", OLD."attempt", NEW."state", NEW."attempt"
                USING ERRCODE = 'check_violation', TABLE = 'idempotency_record',
                      CONSTRAINT = 'idempotency_record_legal_moves';
        END IF;
    END IF;
    IF broken IS NOT NULL THEN
        RAISE EXCEPTION 'idempotency_record %: the row breaks the rule %', NEW."id", broken
            USING ERRCODE = 'check_violation', TABLE = 'idempotency_record',
                  CONSTRAINT = 'idempotency_record_' || broken;
    END IF;
    RETURN NEW;
END
$$;

CREATE TRIGGER "idempotency_record_keeps_rules" BEFORE INSERT OR UPDATE ON "idempotency_record"
    FOR EACH ROW EXECUTE FUNCTION "idempotency_record_keep_rules"();

DROP TRIGGER "idempotency_record_legal_moves" ON "idempotency_record";
DROP FUNCTION "idempotency_record_refuse_move"();
ALTER TABLE "idempotency_record"
    DROP CONSTRAINT "idempotency_record_state_known",
    DROP CONSTRAINT "idempotency_record_mode_known",
    DROP CONSTRAINT "idempotency_record_outcome_known",
    DROP CONSTRAINT "idempotency_record_answer_kept_known",
    DROP CONSTRAINT "idempotency_record_attempt_counts_from_one",
    DROP CONSTRAINT "idempotency_record_key_length",
    DROP CONSTRAINT "idempotency_record_completed_whole",
    DROP CONSTRAINT "idempotency_record_answer_where_full",
    DROP CONSTRAINT "idempotency_record_windows_in_order",
    DROP CONSTRAINT "idempotency_record_open_while_phased",
    DROP CONSTRAINT "idempotency_record_input_while_open",
    DROP CONSTRAINT "idempotency_record_next_try",
    DROP CONSTRAINT "idempotency_record_unknown_has_reason",
    DROP CONSTRAINT "idempotency_record_parked_while_open";
