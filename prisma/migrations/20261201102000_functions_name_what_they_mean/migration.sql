-- A function runs under the search_path of whoever sends the statement, and the work of a run may have set it: an operator =
-- of another schema then let an illegal row pass. Each name and operator says whose it is. "SET search_path" on the function
-- would do the same, but costs each insert of a record 6 to 7 %; this costs nothing that could be measured
-- (docs/decisions/0013 has why the rules are in one trigger; they are the same as before).

-- Which rule a row breaks, or null. Like a CHECK, a rule that is neither true nor false lets the row pass; columns that
-- must not be null say so themselves.
CREATE OR REPLACE FUNCTION public."idempotency_record_keep_rules"() RETURNS pg_catalog.trigger LANGUAGE plpgsql AS $$
DECLARE
    broken pg_catalog.text := CASE
        WHEN (NEW."state" OPERATOR(pg_catalog.=) ANY (ARRAY['IN_PROGRESS', 'COMPLETED', 'UNKNOWN'])) IS FALSE THEN 'state_known'
        WHEN (NEW."mode" OPERATOR(pg_catalog.=) ANY (ARRAY['transactional', 'phased'])) IS FALSE THEN 'mode_known'
        WHEN (NEW."outcome" OPERATOR(pg_catalog.=) ANY (ARRAY['success', 'refusal'])) IS FALSE THEN 'outcome_known'
        WHEN (NEW."answer_kept" OPERATOR(pg_catalog.=) ANY (ARRAY['full', 'reference', 'too_large', 'not_serializable', 'purged'])) IS FALSE
            THEN 'answer_kept_known'
        WHEN (NEW."attempt" OPERATOR(pg_catalog.>=) 1) IS FALSE THEN 'attempt_counts_from_one'
        WHEN (pg_catalog.length(NEW."key") OPERATOR(pg_catalog.>=) 1 AND pg_catalog.length(NEW."key") OPERATOR(pg_catalog.<=) 255) IS FALSE THEN 'key_length'
        -- All seven with COMPLETED, none of them before: no half outcome can be read.
        WHEN (pg_catalog.num_nonnulls(NEW."completed_at", NEW."outcome", NEW."outcome_status", NEW."answer_kept",
                           NEW."answer_expires_at", NEW."key_expires_at", NEW."forget_at")
              OPERATOR(pg_catalog.=) CASE WHEN NEW."state" OPERATOR(pg_catalog.=) 'COMPLETED' THEN 7 ELSE 0 END) IS FALSE THEN 'completed_whole'
        WHEN (NEW."answer" IS NOT NULL) OPERATOR(pg_catalog.<>) coalesce(NEW."answer_kept" OPERATOR(pg_catalog.=) 'full', false) THEN 'answer_where_full'
        WHEN (NEW."answer_expires_at" OPERATOR(pg_catalog.<=) NEW."key_expires_at" AND NEW."key_expires_at" OPERATOR(pg_catalog.<=) NEW."forget_at") IS FALSE
            THEN 'windows_in_order'
        -- Open exactly while a phased record is not completed; a transactional run never touches the column, so that its
        -- completion stays a heap-only update beside the partial index on it.
        WHEN (NEW."open_since" IS NOT NULL) OPERATOR(pg_catalog.<>) (NEW."mode" OPERATOR(pg_catalog.=) 'phased' AND NEW."state" OPERATOR(pg_catalog.<>) 'COMPLETED')
            THEN 'open_while_phased'
        WHEN (NEW."input" IS NOT NULL) OPERATOR(pg_catalog.<>) (NEW."open_since" IS NOT NULL) THEN 'input_while_open'
        -- Without a next try a record that nobody renews would be forgotten.
        WHEN (NEW."next_try_at" IS NOT NULL) OPERATOR(pg_catalog.<>) (NEW."open_since" IS NOT NULL) THEN 'next_try'
        WHEN (NEW."unknown_reason" IS NOT NULL) OPERATOR(pg_catalog.<>) (NEW."state" OPERATOR(pg_catalog.=) 'UNKNOWN') THEN 'unknown_has_reason'
        WHEN NEW."parked_reason" IS NOT NULL AND NEW."open_since" IS NULL THEN 'parked_while_open'
    END;
BEGIN
    IF broken IS NULL AND TG_OP OPERATOR(pg_catalog.=) 'UPDATE' THEN
        IF NEW."scope" OPERATOR(pg_catalog.<>) OLD."scope"
            OR NEW."key" OPERATOR(pg_catalog.<>) OLD."key"
            OR NEW."procedure" OPERATOR(pg_catalog.<>) OLD."procedure"
            OR NEW."attempt" OPERATOR(pg_catalog.<) OLD."attempt"
            OR (OLD."state" OPERATOR(pg_catalog.=) 'COMPLETED' AND (
                NEW."state" OPERATOR(pg_catalog.<>) 'COMPLETED'
                OR NEW."attempt" OPERATOR(pg_catalog.<>) OLD."attempt"
                OR NEW."outcome" OPERATOR(pg_catalog.<>) OLD."outcome"
                OR NEW."outcome_status" OPERATOR(pg_catalog.<>) OLD."outcome_status"
                OR NEW."fingerprint" OPERATOR(pg_catalog.<>) OLD."fingerprint"
                OR coalesce(NEW."resource_id" OPERATOR(pg_catalog.<>) OLD."resource_id", (NEW."resource_id" IS NULL) OPERATOR(pg_catalog.<>) (OLD."resource_id" IS NULL))
                OR (NEW."answer_kept" OPERATOR(pg_catalog.<>) OLD."answer_kept" AND NEW."answer_kept" OPERATOR(pg_catalog.<>) 'purged')
                OR (coalesce(NEW."answer" OPERATOR(pg_catalog.<>) OLD."answer", (NEW."answer" IS NULL) OPERATOR(pg_catalog.<>) (OLD."answer" IS NULL))
                    AND (NEW."answer" IS NOT NULL OR NEW."answer_kept" OPERATOR(pg_catalog.<>) 'purged'))
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
                  CONSTRAINT = 'idempotency_record_' OPERATOR(pg_catalog.||) broken;
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION public."latchkey_shown_now"() RETURNS pg_catalog.timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT pg_catalog.clock_timestamp()';

-- A trigger of the business on this table may raise the same code inside of our statement: the constraint's name tells apart.
CREATE OR REPLACE FUNCTION public."latchkey_not_the_owner"() RETURNS integer LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the record is not in progress under this attempt'
        USING ERRCODE = 'LK001', SCHEMA = 'public', TABLE = 'idempotency_record', CONSTRAINT = 'idempotency_record_owner';
END
$$;
