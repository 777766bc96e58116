import { setTimeout as delay } from 'node:timers/promises';
import { unavailable } from '../idempotency/refusals.ts';
import { isClaimHeld } from '../postgres/statements/is-claim-held.ts';
import { answerFromRecord } from './answer-from-record.ts';
import type { Engine } from './engine.ts';
import type { KeyedRequest, RunResult } from './run.ts';

/**
 * The connection was lost after COMMIT was sent. Whether it happened is read from the record on another connection: it is
 * there, or the server still works on it (the claim's lock is held), or it was rolled back. Nothing runs again here: without
 * a record the caller gets 503 and may send the same key.
 */
export async function settleLostCommit(engine: Engine, request: KeyedRequest, lockKey: string): Promise<RunResult> {
  for (let tries = 0; tries < MAX_READS; tries++) {
    const known = await answerFromRecord(engine, request);
    if (known) return notAReplay(known);
    if (!(await isClaimHeld(engine.database.reader, lockKey))) {
      const settled = await answerFromRecord(engine, request);
      return settled ? notAReplay(settled) : refusedUnavailable;
    }
    await delay(PAUSE_MS);
  }
  return refusedUnavailable;
}

/** It is this request's own answer, read back. */
const notAReplay = (result: RunResult): RunResult =>
  result.kind === 'answered' ? { ...result, replayed: false } : result;

/** Two seconds in all: a server that still commits then is ill, and the caller is better off with 503. */
const MAX_READS = 20;
const PAUSE_MS = 100;

const refusedUnavailable: RunResult = { kind: 'refused', refusal: unavailable(1_000) };
