-- One index where there were two: unique by (key, scope) judges claims as (scope, key) did, and finds a pasted key, or the
-- beginning of one, whose account is not known. The second index of keys was an eighth of the server's share of a claim
-- and its completion. Keys are compared byte by byte, in the order that serves beginnings under any collation.
DROP INDEX "idempotency_record_scope_key";
DROP INDEX "idempotency_record_key";
ALTER TABLE "idempotency_record" ALTER COLUMN "key" TYPE TEXT COLLATE "C";
CREATE UNIQUE INDEX "idempotency_record_key_scope" ON "idempotency_record"("key", "scope");
