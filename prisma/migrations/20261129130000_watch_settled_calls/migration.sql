-- AlterTable
ALTER TABLE "external_reference" ADD COLUMN     "next_look_at" TIMESTAMPTZ(6);

-- By hand: only calls that are settled without an effect are looked up again.
ALTER TABLE "external_reference"
    ADD CONSTRAINT "external_reference_looks_at_settled"
        CHECK ("next_look_at" IS NULL OR "state" IN ('absent', 'failed'));
CREATE INDEX "external_reference_next_look" ON "external_reference"("next_look_at") WHERE "next_look_at" IS NOT NULL;
