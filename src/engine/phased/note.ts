import { addEvent, type RecordEventRow } from '../../postgres/statements/add-event.ts';
import type { Owner } from '../../postgres/statements/prove-ownership.ts';
import type { Engine } from '../engine.ts';

/** Appends to the timeline. It is evidence, not a condition: a row that cannot be written is reported and stops nothing. */
export async function note(engine: Engine, owner: Owner, row: RecordEventRow): Promise<void> {
  await addEvent(engine.database.pool, owner, row).catch((error: unknown) =>
    engine.report(`The event ${row.event} of record ${owner.recordId} could not be written.`, error),
  );
}
