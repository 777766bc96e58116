-- A look for a key names its account too, and the index of accounts looked just as cheap to a planner that has little to go
-- by: a connection that planned in a young installation then read an account from end to end for each claim. Under a
-- collation of its own the index serves only those who ask for it: the desk's lists.
DROP INDEX "idempotency_record_scope";
CREATE INDEX "idempotency_record_scope" ON "idempotency_record"("scope" COLLATE "C", "created_at", "id");
