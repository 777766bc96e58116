import { retryAfterWait } from '../../idempotency/decide.ts';
import { outcomeUnknown } from '../../idempotency/refusals.ts';
import { classifyDatabaseFailure } from '../../postgres/failure.ts';
import { claimLockKey } from '../../postgres/lock-key.ts';
import { claimPhased } from '../../postgres/statements/claim-phased.ts';
import { readRun } from '../../postgres/statements/read-run.ts';
import { takeOver } from '../../postgres/statements/take-over.ts';
import { answerFromRecord, lookAtRecord, readOwnAnswer } from '../answer-from-record.ts';
import { claimRow } from '../claim-row.ts';
import type { Engine } from '../engine.ts';
import { READ_ONLY_RETRY_MS, reject, rejectInFlight, rejectReadOnly, rejectUnavailable } from '../reject.ts';
import type { KeyedRequest, RunResult } from '../run.ts';
import type { PhasedDefinition } from './definition.ts';
import { type Execution, execute } from './execute.ts';
import { toStored } from './stored-value.ts';

/** Claims again at most so often where a key was freed between claim and look. */
const MAX_CLAIMS = 3;

/**
 * Runs a mutation that leaves the database: the claim commits first, with a lease, and each step after it. A lapsed record
 * of the same request is taken over and goes on after its last step.
 * @throws what the code threw when that is a bug: nothing was answered for good.
 */
export async function runPhased<Input, Answer>(
  engine: Engine,
  request: KeyedRequest,
  of: { readonly definition: PhasedDefinition<Input, Answer>; readonly input: Input },
): Promise<RunResult> {
  try {
    return await engine.database.runs.enter(request.procedure, () =>
      claimOrAnswer(engine, request, of as { definition: PhasedDefinition; input: unknown }),
    );
  } catch (error) {
    if (classifyDatabaseFailure(error) === 'other') throw error;
    return rejectUnavailable(engine, request, error);
  }
}

async function claimOrAnswer(
  engine: Engine,
  request: KeyedRequest,
  of: { readonly definition: PhasedDefinition; readonly input: unknown },
): Promise<RunResult> {
  const isHinted = request.isRetry || engine.seen.has(request.scope, request.key) || engine.readOnly;
  if (isHinted) {
    const known = await continueFromRecord(engine, request, of.definition);
    if (known) return known;
  }
  if (engine.readOnly) return rejectReadOnly(engine, request);
  for (let claims = 0; claims < MAX_CLAIMS; claims++) {
    const { limits, processName, database } = engine;
    const row = {
      ...claimRow(engine, request),
      leaseMs: limits.leaseMs,
      leaseOwner: processName,
      input: toStored(of.input, { what: `The input of ${request.procedure}`, root: 'input' }),
      resource: of.definition.resource?.(of.input) ?? null,
      inputVersion: of.definition.version,
    };
    const claimed = await claimPhased(database.pool, claimLockKey(request.scope, request.key), row);
    switch (claimed.result) {
      case 'claimed':
        engine.observe('claimed', request.procedure);
        return await runOwned(engine, request, of.definition, { recordId: claimed.recordId, attempt: 1 });
      case 'busy':
        // The claim's lock says nothing of the record, which may be there for all to see.
        return (await continueFromRecord(engine, request, of.definition)) ?? rejectInFlight(engine, request);
      case 'exists': {
        const known = await continueFromRecord(engine, request, of.definition);
        if (known) return known;
      }
    }
  }
  return rejectUnavailable(engine, request, new Error(`No claim succeeded in ${MAX_CLAIMS} tries.`));
}

/** Answers from the record, or takes it over when its owner is gone; null when there is none. */
async function continueFromRecord(
  engine: Engine,
  request: KeyedRequest,
  definition: PhasedDefinition,
): Promise<RunResult | null> {
  const seen = await lookAtRecord(engine, request);
  if (seen?.kind !== 'abandoned') return seen;
  const { record } = seen;
  if (engine.readOnly) return rejectInFlight(engine, request, record.id, READ_ONLY_RETRY_MS);
  const lease = { leaseMs: engine.limits.leaseMs, leaseOwner: engine.processName };
  const attempt = await takeOver(engine.database.pool, { recordId: record.id, attempt: record.attempt }, lease);
  if (attempt === null) return rejectInFlight(engine, request, record.id);
  engine.observe('taken_over', request.procedure);
  return await runOwned(engine, request, definition, { recordId: record.id, attempt });
}

async function runOwned(
  engine: Engine,
  request: KeyedRequest,
  definition: PhasedDefinition,
  owner: { readonly recordId: bigint; readonly attempt: number },
): Promise<RunResult> {
  const stored = await readRun(engine.database.reader, owner.recordId);
  if (!stored) return rejectUnavailable(engine, request, new Error(`Record ${owner.recordId} is gone.`));
  return await answerOf(engine, request, owner.recordId, await execute(engine, owner, { definition, stored }));
}

/** What the client hears of how the attempt ended. */
async function answerOf(
  engine: Engine,
  request: KeyedRequest,
  recordId: bigint,
  execution: Execution,
): Promise<RunResult> {
  switch (execution.end) {
    case 'completed':
      if (execution.outcome === 'passing')
        return { kind: 'answered', outcome: 'refusal', replayed: false, text: execution.text };
      engine.seen.add(request.scope, request.key);
      engine.observe(execution.outcome === 'success' ? 'completed' : 'refusal_stored', request.procedure);
      return { kind: 'answered', outcome: execution.outcome, replayed: false, text: execution.text };
    case 'lost':
      return (await answerFromRecord(engine, request)) ?? rejectInFlight(engine, request);
    case 'aside':
      return answerAside(engine, request, recordId, execution);
    case 'unavailable':
      // The COMMIT of the last step may have been lost and have happened: the record tells, if it can be read.
      return (await readOwnAnswer(engine, request)) ?? rejectUnavailable(engine, request, execution.error);
    case 'failed':
      engine.observe('rolled_back', request.procedure);
      throw execution.error;
  }
}

function answerAside(
  engine: Engine,
  request: KeyedRequest,
  recordId: bigint,
  { aside, nextTryMs }: Extract<Execution, { end: 'aside' }>,
): RunResult {
  switch (aside.how) {
    case 'yield':
      engine.observe('yielded', request.procedure);
      return rejectInFlight(engine, request, recordId, retryAfterWait(nextTryMs));
    case 'unknown':
      engine.observe('unknown', request.procedure);
      return reject(engine, request, outcomeUnknown(String(recordId)));
    case 'park':
      engine.observe('parked', request.procedure);
      return reject(engine, request, outcomeUnknown(String(recordId)));
  }
}
