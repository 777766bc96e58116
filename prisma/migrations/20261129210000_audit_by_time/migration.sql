-- CreateIndex: where a range of time begins among the ids, which are what the audit is listed by.
CREATE INDEX "audit_entry_at" ON "audit_entry"("at", "id");
