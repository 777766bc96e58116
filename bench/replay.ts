import { randomUUID } from 'node:crypto';
import type { Key } from '../src/idempotency/key.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { countsOf } from './counts.ts';
import { ACCOUNT } from './database.ts';
import type { Comparison } from './overhead.ts';
import { paired } from './paired.ts';
import { mustAnswer, protectedCall } from './protected.ts';
import { oneInsert } from './work.ts';

/** A replay against a bare Prisma read of the record by its unique key; `hinted` says that the client marks its retry. */
export async function measureReplay(runtime: Runtime, hinted: boolean, calls: number): Promise<Comparison> {
  const keys = await completedKeys(runtime, 200);
  const keyOf = (n: number) => keys[n % keys.length] as Key;
  const { prisma } = runtime.database;
  const read = (n: number) =>
    prisma.idempotencyRecord.findUniqueOrThrow({ where: { key_scope: { key: keyOf(n), scope: ACCOUNT } } });
  // What this process remembers is a hint too; without any, the claim goes first.
  const forgetful = { ...runtime, engine: { ...runtime.engine, seen: { add: () => {}, has: () => false } } };
  const replayed = (n: number) => mustAnswer(protectedCall(hinted ? runtime : forgetful, oneInsert, keyOf(n), hinted));
  const result = await paired(
    { name: 'Prisma key read', call: read },
    { name: hinted ? 'replay, hinted' : 'replay, unhinted', call: replayed },
    { rounds: 15, calls, callers: 8 },
  );
  return {
    ...result,
    what: `Prisma key read, ${hinted ? 'hinted' : 'unhinted'} replay`,
    baseCounts: await countsOf(runtime, () => read(0)),
    otherCounts: await countsOf(runtime, () => replayed(0)),
  };
}

/** Places an order under each of so many fresh keys. */
export async function completedKeys(runtime: Runtime, count: number): Promise<Key[]> {
  const keys = Array.from({ length: count }, () => randomUUID() as Key);
  for (const key of keys) await mustAnswer(protectedCall(runtime, oneInsert, key));
  return keys;
}
