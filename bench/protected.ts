import { randomUUID } from 'node:crypto';
import type { KeyedRequest } from '../src/engine/run.ts';
import { runTransactional } from '../src/engine/transactional.ts';
import { fingerprintRequest } from '../src/idempotency/fingerprint.ts';
import type { Key } from '../src/idempotency/key.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { encodeAnswer } from '../src/trpc/encode-answer.ts';
import { ACCOUNT, SKU } from './database.ts';
import type { BenchWork } from './work.ts';

const PROCEDURE = 'orders.place';
const input = { sku: SKU, quantity: 1 };
const encode = encodeAnswer(PROCEDURE);

/** Calls the engine as the middleware does: fingerprint, claim, work, completion, answer text. */
export function protectedCall(runtime: Runtime, work: BenchWork, key: Key = randomUUID() as Key, isRetry = false) {
  const request: KeyedRequest = {
    scope: ACCOUNT,
    key,
    procedure: PROCEDURE,
    caller: 'bench',
    isRetry,
    policy: { keepAnswer: 'full', waitMs: 0, maxAnswerBytes: 262_144, retention: runtime.retention },
    fingerprintAt: (version) =>
      fingerprintRequest({ secret: runtime.secret, scope: ACCOUNT, procedure: PROCEDURE, input }, version),
  };
  return runTransactional(runtime.engine, request, { work: work.run, encode });
}

/** The same, and it must have been answered. */
export async function mustAnswer(call: ReturnType<typeof protectedCall>): Promise<void> {
  const result = await call;
  if (result.kind !== 'answered') throw new Error(`The bench expected an answer and got ${result.refusal.reason}.`);
}
