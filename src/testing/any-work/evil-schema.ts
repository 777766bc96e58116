/**
 * A schema that has a twin of whatever our statements name: tables that would take our rows, functions and operators that lie.
 * And the business table whose rows are counted, and a procedure that tries to commit.
 */
export const EVIL_SCHEMA = `
CREATE TABLE public.effect (name text NOT NULL, run text NOT NULL);
CREATE PROCEDURE public.ends_by_itself() LANGUAGE plpgsql AS $$ BEGIN COMMIT; END $$;
CREATE SCHEMA evil;
CREATE TABLE evil.idempotency_record (LIKE public.idempotency_record INCLUDING ALL);
CREATE TABLE evil.record_event (LIKE public.record_event INCLUDING ALL);
CREATE TABLE evil.run_step (LIKE public.run_step INCLUDING ALL);
CREATE TABLE evil.effect (LIKE public.effect);
CREATE SEQUENCE evil.idempotency_record_id_seq START 1000000;
CREATE FUNCTION evil.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT timestamptz '2001-01-01' $$;
CREATE FUNCTION evil.statement_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT timestamptz '2001-01-01' $$;
CREATE FUNCTION evil.transaction_timestamp() RETURNS timestamptz LANGUAGE sql AS $$ SELECT timestamptz '2001-01-01' $$;
CREATE FUNCTION evil.random() RETURNS float8 LANGUAGE sql AS $$ SELECT 1::float8 $$;
CREATE FUNCTION evil.latchkey_not_the_owner() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$;
CREATE FUNCTION evil.nextval(regclass) RETURNS bigint LANGUAGE sql AS $$ SELECT 1::bigint $$;
CREATE FUNCTION evil.set_config(text, text, boolean) RETURNS text LANGUAGE sql AS $$ SELECT 'nothing'::text $$;
CREATE FUNCTION evil.lies(text, text) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$;
CREATE FUNCTION evil.lies(bigint, bigint) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$;
CREATE FUNCTION evil.lies(integer, integer) RETURNS boolean LANGUAGE sql AS $$ SELECT true $$;
CREATE FUNCTION evil.past(timestamptz, interval) RETURNS timestamptz LANGUAGE sql AS $$ SELECT timestamptz '2001-01-01' $$;
CREATE OPERATOR evil.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.lies);
CREATE OPERATOR evil.= (LEFTARG = bigint, RIGHTARG = bigint, FUNCTION = evil.lies);
CREATE OPERATOR evil.= (LEFTARG = integer, RIGHTARG = integer, FUNCTION = evil.lies);
CREATE OPERATOR evil.<> (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.lies);
CREATE OPERATOR evil.+ (LEFTARG = timestamptz, RIGHTARG = interval, FUNCTION = evil.past);
`;
