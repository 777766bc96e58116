import { setTimeout as delay } from 'node:timers/promises';
import { isClaimHeld } from '../postgres/statements/is-claim-held.ts';
import { TIME_BUDGET } from '../postgres/time-budget.ts';
import { answerFromRecord } from './answer-from-record.ts';
import type { Engine } from './engine.ts';
import { rejectUnavailable } from './reject.ts';
import type { KeyedRequest, RunResult } from './run.ts';

/**
 * The connection was lost after COMMIT was sent. Whether it happened is read from the record on another connection: it is
 * there, or the server still works on it (the claim's lock is held), or it was rolled back. Nothing runs again here: without
 * a record the caller gets 503 and may send the same key.
 */
export async function settleLostCommit(
  engine: Engine,
  request: KeyedRequest,
  lost: { readonly lockKey: string; readonly text: string; readonly error: unknown },
): Promise<RunResult> {
  const until = performance.now() + TIME_BUDGET.settleMs;
  while (performance.now() < until) {
    const known = await answerFromRecord(engine, request);
    if (known) return asOwn(known, lost.text);
    if (!(await isClaimHeld(engine.database.reader, lost.lockKey))) {
      const settled = await answerFromRecord(engine, request);
      return settled ? asOwn(settled, lost.text) : rejectUnavailable(engine, request, lost.error);
    }
    await delay(PAUSE_MS);
  }
  return rejectUnavailable(engine, request, lost.error);
}

/** The answer that this request stored, read back, is not a replay; a duplicate's, which may have run meanwhile, is. */
const asOwn = (result: RunResult, text: string): RunResult =>
  result.kind === 'answered' ? { ...result, replayed: result.text !== text } : result;

/** A COMMIT that the server is still at ends within milliseconds, or not soon. */
const PAUSE_MS = 100;
