import { setTimeout as delay } from 'node:timers/promises';
import { isClaimHeld } from '../postgres/statements/is-claim-held.ts';
import { answerFromRecord } from './answer-from-record.ts';
import type { Engine } from './engine.ts';
import type { KeyedRequest, RunResult } from './run.ts';

/**
 * Reads the record once, or, where the procedure opted in, again and again until its owner is done, for at most
 * `policy.waitMs`. No connection is held between two reads. Null when the owner still runs or has rolled back.
 */
export async function waitForOwner(engine: Engine, request: KeyedRequest, lockKey: string): Promise<RunResult | null> {
  const until = performance.now() + request.policy.waitMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LAST_PAUSE_MS)) {
    const known = await answerFromRecord(engine, request);
    if (known) return known;
    if (performance.now() + pauseMs > until) return null;
    if (!(await isClaimHeld(engine.database.reader, lockKey))) return await answerFromRecord(engine, request);
    await delay(pauseMs);
  }
}

/** Most runs end within a few milliseconds; a quarter of a second keeps a long wait to four reads a second. */
const FIRST_PAUSE_MS = 10;
const LAST_PAUSE_MS = 250;
