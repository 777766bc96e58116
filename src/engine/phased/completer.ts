import { type PickedRecord, pickAbandoned } from '../../postgres/statements/pick-abandoned.ts';
import { pickUnknown } from '../../postgres/statements/pick-unknown.ts';
import type { Owner } from '../../postgres/statements/prove-ownership.ts';
import { readRun, type StoredRun } from '../../postgres/statements/read-run.ts';
import { reopenUnknown } from '../../postgres/statements/reopen-unknown.ts';
import { setAside } from '../../postgres/statements/set-aside.ts';
import type { Engine } from '../engine.ts';
import type { PhasedDefinition } from './definition.ts';
import { type Execution, execute } from './execute.ts';

/** What one round of the completer did, as counts. */
export type CompleterCounts = { readonly [end in Execution['end'] | 'parked' | 'reopened']: number };

/** Procedures that can be entered again, by path. */
export type PhasedRegistry = ReadonlyMap<string, PhasedDefinition>;

/** Records of one round: a worker that dies takes at most so many leases with it. */
const BATCH = 10;

/** Two seconds, doubled by each try up to ten minutes: an outage of a provider lasts minutes, a bug until a deploy. */
const PACE = { backOffMs: 2_000, backOffCapMs: 600_000 };

/** Twelve tries at that pace are two hours: what did not work by then needs a person. */
const MAX_TRIES = 12;

/**
 * One round: enters abandoned records again whose next try is due, and looks unknown ones up again. Any number of workers
 * may do this at once.
 */
export async function completeOnce(engine: Engine, registry: PhasedRegistry): Promise<CompleterCounts> {
  const counts = { completed: 0, lost: 0, aside: 0, unavailable: 0, failed: 0, parked: 0, reopened: 0 };
  const { database, limits, processName } = engine;
  const lease = { leaseMs: limits.leaseMs, leaseOwner: processName };
  const abandoned = await pickAbandoned(database.pool, BATCH, { ...lease, ...PACE });
  const unknown = await pickUnknown(database.pool, BATCH, PACE);
  await Promise.all([
    ...abandoned.map(async (picked) => {
      counts[await enterAgain(engine, registry, picked)] += 1;
    }),
    ...unknown.map(async (picked) => {
      const attempt = await reopenUnknown(database.pool, picked, lease, { verdict: 'look-up due', raw: null });
      if (attempt === null) return;
      counts.reopened += 1;
      counts[await enterAgain(engine, registry, { ...picked, attempt, tries: 0 })] += 1;
    }),
  ]);
  return counts;
}

async function enterAgain(
  engine: Engine,
  registry: PhasedRegistry,
  picked: PickedRecord,
): Promise<Execution['end'] | 'parked'> {
  const { pool, reader } = engine.database;
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
  const execution = await execute(engine, picked satisfies Owner, { definition, stored });
  if (execution.end === 'failed') engine.report(`Record ${picked.recordId} failed again.`, execution.error);
  return execution.end;
}

/** Why a record may not be entered again without a person, or null. */
async function whyNot(
  engine: Engine,
  of: { picked: PickedRecord; stored: StoredRun; definition: PhasedDefinition | undefined },
): Promise<string | null> {
  if (!of.definition) return `Its code is gone: this build has no phased procedure ${of.stored.procedure}.`;
  if (of.picked.tries > MAX_TRIES) return `Its ${MAX_TRIES} tries are spent.`;
  const { rows } = await engine.database.pool.query<{ closed: boolean }>(
    'SELECT suspended_at IS NOT NULL AS closed FROM account WHERE id = $1',
    [of.stored.scope],
  );
  return rows[0]?.closed === false ? null : 'Its account is closed or gone.';
}
