-- AlterTable
ALTER TABLE "idempotency_record" ADD COLUMN     "waits" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "external_reference" ADD COLUMN     "never_left" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "replays_server_error" BOOLEAN NOT NULL DEFAULT false;
