import { randomUUID } from 'node:crypto';
import { definePhased, type PhasedDefinition } from '../src/engine/phased/definition.ts';
import { runPhased } from '../src/engine/phased/run-phased.ts';
import type { KeyedRequest } from '../src/engine/run.ts';
import type { ExternalOperation } from '../src/idempotency/external-operation.ts';
import { fingerprintRequest } from '../src/idempotency/fingerprint.ts';
import type { Key } from '../src/idempotency/key.ts';
import type { Tx } from '../src/postgres/guarded-tx.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { encodeAnswer } from '../src/trpc/encode-answer.ts';
import { countsOf } from './counts.ts';
import { ACCOUNT } from './database.ts';
import type { Comparison } from './overhead.ts';
import { paired } from './paired.ts';
import { oneInsert } from './work.ts';

const PROCEDURE = 'bench.pay';

/** A provider that answers at once, in this process: everything else is our cost. */
const atOnce: ExternalOperation<{ orderId: string }> = {
  provider: 'bench',
  operation: 'bench.call',
  apiVersion: '1',
  timeoutMs: 1_000,
  keyWindowMs: Number.POSITIVE_INFINITY,
  expects: () => ({ amount: null, account: null }),
  perform: async ({ downstreamKey }) => ({ answer: 'succeeded', providerId: downstreamKey, raw: '{}' }),
  lookup: async ({ downstreamKey }) => ({
    found: 'succeeded',
    providerId: downstreamKey,
    amount: null,
    account: null,
    raw: '{}',
  }),
};

const pack = (tx: Tx, orderId: string) => tx.order.update({ where: { id: orderId }, data: { note: 'packed' } });

/** One local step, one call, one finish: an insert before the call and an update after it. */
export const benchDefinition = (runtime: Runtime): PhasedDefinition =>
  definePhased({
    procedure: PROCEDURE,
    version: 1,
    operations: [atOnce],
    encode: encodeAnswer(PROCEDURE),
    keep: { keepAnswer: 'full', maxAnswerBytes: 262_144, retention: runtime.retention },
    run: async (run) => {
      const { orderId } = await run.local('insert', oneInsert.run);
      await run.external('call', { operation: atOnce, request: { orderId } });
      return await run.finish(async (tx) => ({ orderId, note: (await pack(tx, orderId)).note }));
    },
  });

/** A keyed request for it. */
export const phasedRequest = (runtime: Runtime): KeyedRequest => ({
  scope: ACCOUNT,
  key: randomUUID() as Key,
  procedure: PROCEDURE,
  caller: 'bench',
  isRetry: false,
  policy: { keepAnswer: 'full', waitMs: 0, maxAnswerBytes: 262_144, retention: runtime.retention },
  fingerprintAt: (version) =>
    fingerprintRequest({ secret: runtime.secret, scope: ACCOUNT, procedure: PROCEDURE, input: {} }, version),
});

/** The same steps by hand, without any record: a transaction, the call, a transaction. */
const byHand = async ({ database: { prisma } }: Runtime): Promise<void> => {
  const { orderId } = await prisma.$transaction((tx) => oneInsert.run(tx));
  await atOnce.perform({ downstreamKey: orderId, request: { orderId } });
  await prisma.$transaction((tx) => pack(tx, orderId));
};

/** A phased run against its steps by hand, 8 callers at a time. */
export async function measurePhased(runtime: Runtime, calls: number): Promise<Comparison> {
  const definition = benchDefinition(runtime);
  const keyed = async () => {
    const result = await runPhased(runtime.engine, phasedRequest(runtime), { definition, input: {} });
    if (result.kind !== 'answered') throw new Error(`The bench expected an answer and got ${result.refusal.reason}.`);
  };
  const bare = () => byHand(runtime);
  const plan = { rounds: 15, calls, callers: 8 };
  const result = await paired({ name: 'by hand', call: bare }, { name: 'phased run', call: keyed }, plan);
  return {
    ...result,
    what: 'insert, call, update: by hand without a record, phased run',
    baseCounts: await countsOf(runtime, bare),
    otherCounts: await countsOf(runtime, keyed),
  };
}
