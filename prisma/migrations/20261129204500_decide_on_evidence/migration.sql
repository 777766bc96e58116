-- AlterTable: a look-up of an id that an operator named decides less than one that the provider gave us.
ALTER TABLE "lookup_evidence" ADD COLUMN "is_named" BOOLEAN NOT NULL DEFAULT false;


-- By hand, what Prisma has no word for.

-- The alarms of the desk: a handful among the events of every phased run.
CREATE INDEX "record_event_alarm" ON "record_event"("id") WHERE "event" = 'effect_found_late';
