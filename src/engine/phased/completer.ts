import { ACCOUNT_CLOSED, isAccountOpen, unparkReopened } from '../../postgres/statements/account-standing.ts';
import { noteLook } from '../../postgres/statements/note-look.ts';
import { PACE } from '../../postgres/statements/pace.ts';
import { type PickedRecord, pickAbandoned } from '../../postgres/statements/pick-abandoned.ts';
import { type PickedUnknown, pickUnknown } from '../../postgres/statements/pick-unknown.ts';
import type { Owner } from '../../postgres/statements/prove-ownership.ts';
import { readRun, type StoredRun } from '../../postgres/statements/read-run.ts';
import { reopenUnknown } from '../../postgres/statements/reopen-unknown.ts';
import { setAside } from '../../postgres/statements/set-aside.ts';
import type { Engine } from '../engine.ts';
import type { PhasedDefinition } from './definition.ts';
import { type Execution, execute } from './execute.ts';
import { lookUpUnknown } from './look-up-unknown.ts';

/** What one round of the completer did, as counts. */
export type CompleterCounts = { readonly [end in Execution['end'] | 'parked' | 'reopened']: number };

/** Procedures that can be entered again, by path. */
export type PhasedRegistry = ReadonlyMap<string, PhasedDefinition>;

/** Records of one round: a worker that dies takes at most so many leases with it. */
const BATCH = 10;

/**
 * One round: enters abandoned records again whose next try is due, those among them whose account is open again, and looks
 * unknown ones up again. Any number of workers may do this at once.
 */
export async function completeOnce(engine: Engine, registry: PhasedRegistry): Promise<CompleterCounts> {
  const counts = { completed: 0, lost: 0, aside: 0, unavailable: 0, failed: 0, parked: 0, reopened: 0 };
  const { database, limits, processName } = engine;
  const lease = { leaseMs: limits.leaseMs, leaseOwner: processName };
  await unparkReopened(database.pool);
  const abandoned = await pickAbandoned(database.pool, BATCH, lease);
  const unknown = await pickUnknown(database.pool, BATCH);
  await Promise.all([
    ...abandoned.map(async (picked) => {
      counts[await entered(engine, registry, picked)] += 1;
    }),
    ...unknown.map(async (picked) => {
      const attempt = await reopenIfAnswered(engine, registry, picked).catch((error: unknown) => {
        engine.report(`Unknown record ${picked.recordId} could not be looked up.`, error);
        return null;
      });
      if (attempt === null) return;
      counts.reopened += 1;
      counts[await entered(engine, registry, { ...picked, attempt })] += 1;
    }),
  ]);
  return counts;
}

/**
 * Looks an unknown record up. Where its run gets further by the answer, it is in progress again under the attempt that is
 * returned; else it stays as it was, attempt and back-off included, and says why.
 */
async function reopenIfAnswered(
  engine: Engine,
  registry: PhasedRegistry,
  picked: PickedUnknown,
): Promise<number | null> {
  const { pool, reader } = engine.database;
  const stored = await readRun(reader, picked.recordId);
  if (!stored) return null;
  const look = await engine.database.runs.enter(stored.procedure, () =>
    lookUpUnknown(registry.get(stored.procedure), stored),
  );
  if (look.do === 'reopen') {
    return await reopenUnknown(pool, picked, { leaseMs: engine.limits.leaseMs, leaseOwner: engine.processName }, look);
  }
  const { step, why } = look;
  const said = look.do === 'stay' ? 'Stays' : 'It could not be looked up and stays';
  const detail = `${why} ${said} unknown; next look-up in ${Math.round(picked.nextLookMs / 1_000)} s.`;
  await noteLook(pool, picked, { step, why, detail, evidence: 'raw' in look ? look.raw : null });
  if (look.do === 'cannot_ask') {
    engine.report(`Unknown record ${picked.recordId} could not be looked up.`, new Error(why));
  }
  return null;
}

/** One that could not even be read or parked does not stop the others: its lease lapses, and it is tried again. */
const entered = (...of: Parameters<typeof enterAgain>): ReturnType<typeof enterAgain> =>
  enterAgain(...of).catch((error: unknown) => {
    const [engine, , { recordId }] = of;
    engine.report(`Record ${recordId} could not be entered again.`, error);
    return 'failed';
  });

async function enterAgain(
  engine: Engine,
  registry: PhasedRegistry,
  picked: PickedRecord,
): Promise<Execution['end'] | 'parked'> {
  const { database } = engine;
  const { pool, reader } = database;
  const stored = await readRun(reader, picked.recordId);
  if (!stored) return 'lost';
  engine.observe('taken_over', stored.procedure);
  const definition = registry.get(stored.procedure);
  const why = await whyNot(engine, { picked, stored, definition });
  if (why !== null || !definition) {
    await setAside(pool, picked, { how: 'park', why: why ?? 'Its code is gone.' });
    engine.observe('parked', stored.procedure);
    return 'parked';
  }
  const execution = await database.runs.enter(stored.procedure, () =>
    execute(engine, picked satisfies Owner, { definition, stored }),
  );
  if (execution.end === 'failed') engine.report(`Record ${picked.recordId} failed again.`, execution.error);
  return execution.end;
}

/** Why a record may not be entered again without a person, or null. */
async function whyNot(
  engine: Engine,
  of: { picked: PickedRecord; stored: StoredRun; definition: PhasedDefinition | undefined },
): Promise<string | null> {
  if (!of.definition) return `Its code is gone: this build has no phased procedure ${of.stored.procedure}.`;
  if (of.picked.tries > PACE.maxTries) return `Its ${PACE.maxTries} tries are spent.`;
  return (await isAccountOpen(engine.database.pool, of.stored.scope)) ? null : ACCOUNT_CLOSED;
}
