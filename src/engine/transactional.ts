import { classifyDatabaseFailure } from '../postgres/failure.ts';
import { claimLockKey } from '../postgres/lock-key.ts';
import { recordRefusal } from '../postgres/statements/record-refusal.ts';
import { answerFromRecord } from './answer-from-record.ts';
import { type AttemptParts, attemptOnce, type Work } from './attempt.ts';
import { backOff } from './back-off.ts';
import { claimRow } from './claim-row.ts';
import type { Engine } from './engine.ts';
import { outcomeRow } from './outcome-row.ts';
import { rejectInFlight, rejectReadOnly, rejectUnavailable } from './reject.ts';
import type { AnswerEncoder, KeyedRequest, RunResult } from './run.ts';
import { settleLostCommit } from './settle-lost-commit.ts';
import { waitForOwner } from './wait-for-owner.ts';
import { RunTooLong } from './work-failure.ts';

/** Tries per request: serialization failures under real contention rarely outlive three; more would only add load. */
const MAX_TRIES = 4;

/**
 * Runs work that only writes this database, at most once per (scope, key): claim, work, completion and answer commit
 * together.
 * @throws NestedRun inside of another run; what the work threw, when that is neither final nor of the database: nothing was stored, the key is free.
 */
export async function runTransactional<T>(
  engine: Engine,
  request: KeyedRequest,
  parts: { readonly work: Work<T>; readonly encode: AnswerEncoder<T> },
): Promise<RunResult> {
  try {
    return await engine.database.runs.enter(request.procedure, () => answerOrRun(engine, request, parts));
  } catch (error) {
    if (error instanceof RunTooLong || classifyDatabaseFailure(error) !== 'other')
      return rejectUnavailable(engine, request, error);
    throw error;
  }
}

async function answerOrRun<T>(
  engine: Engine,
  request: KeyedRequest,
  parts: { readonly work: Work<T>; readonly encode: AnswerEncoder<T> },
): Promise<RunResult> {
  if (mayBeKnown(engine, request)) {
    const known = await answerFirst(engine, request);
    if (known) return known;
  }
  return await claimAndRun(engine, request, { ...parts, lockKey: claimLockKey(request.scope, request.key) });
}

/** Where a hint says that a look saves the claim, and where no claim may be made. */
const mayBeKnown = (engine: Engine, request: KeyedRequest): boolean =>
  engine.readOnly || request.isRetry || engine.seen.has(request.scope, request.key);

/** Reads before claiming; null: the claim may be made. */
async function answerFirst(engine: Engine, request: KeyedRequest): Promise<RunResult | null> {
  const known = await answerFromRecord(engine, request);
  return known ?? (engine.readOnly ? rejectReadOnly(engine, request) : null);
}

async function claimAndRun<T>(engine: Engine, request: KeyedRequest, parts: AttemptParts<T>): Promise<RunResult> {
  const until = performance.now() + engine.limits.runMs;
  for (let tries = 1; tries <= MAX_TRIES && performance.now() < until; tries++) {
    const attempt = await attemptOnce(engine, request, parts);
    switch (attempt.end) {
      case 'committed':
        engine.seen.add(request.scope, request.key);
        engine.observe('completed', request.procedure);
        return { kind: 'answered', outcome: 'success', replayed: false, text: attempt.answer.text };
      case 'refused': {
        const stored = await storeRefusal(engine, request, { ...parts, refusal: attempt.refusal });
        if (stored) return stored;
        break;
      }
      case 'busy':
        return await answerBusy(engine, request, parts.lockKey);
      case 'exists': {
        const known = await answerFromRecord(engine, request);
        if (known) return known;
        // Freed between the claim and the read: the key is ours to claim again.
        break;
      }
      case 'commit_lost':
        engine.observe('commit_lost', request.procedure);
        return await settleLostCommit(engine, request, { lockKey: parts.lockKey, ...attempt });
      case 'failed':
        engine.observe('rolled_back', request.procedure);
        if (classifyDatabaseFailure(attempt.error) !== 'conflict') throw attempt.error;
        engine.observe('transaction_retried', request.procedure);
        await backOff(tries);
    }
  }
  return rejectUnavailable(engine, request, new Error(`No claim succeeded in ${MAX_TRIES} tries or in time.`));
}

/** Somebody else holds the claim. They may have finished since, which only a fresh statement can see. */
async function answerBusy(engine: Engine, request: KeyedRequest, lockKey: string): Promise<RunResult> {
  return (await waitForOwner(engine, request, lockKey)) ?? rejectInFlight(engine, request);
}

/** Records the refusal after its rollback; null when the key was taken and freed again meanwhile. */
async function storeRefusal<T>(
  engine: Engine,
  request: KeyedRequest,
  parts: AttemptParts<T> & { readonly refusal: Parameters<AnswerEncoder<T>['refusal']>[0] },
): Promise<RunResult | null> {
  const answer = parts.encode.refusal(parts.refusal);
  const row = outcomeRow('refusal', answer, request.policy);
  switch (await recordRefusal(engine.database.pool, parts.lockKey, claimRow(engine, request), row)) {
    case 'claimed':
      engine.seen.add(request.scope, request.key);
      engine.observe('refusal_stored', request.procedure);
      return { kind: 'answered', outcome: 'refusal', replayed: false, text: answer.text };
    case 'busy':
      return await answerBusy(engine, request, parts.lockKey);
    case 'exists':
      return await answerFromRecord(engine, request);
  }
}
