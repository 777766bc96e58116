import { setTimeout as delay } from 'node:timers/promises';
import type { Runtime } from '../src/runtime/runtime.ts';
import { readDesk } from '../src/trpc/read-desk.ts';
import { startBenchDatabase } from './database.ts';
import { QUESTIONS } from './desk-lists.ts';
import { load } from './load.ts';
import { mustAnswer, protectedCall } from './protected.ts';
import { benchRuntime } from './runtime.ts';
import { median, quantile } from './stats.ts';
import { oneInsert } from './work.ts';

/** Protected placements a second without something and with it, and their ratio over the rounds. */
export type Beside = {
  readonly withoutPerSecond: number;
  readonly withPerSecond: number;
  readonly ratio: number;
  readonly ratioSpread: readonly [q1: number, q3: number];
  /** The same ratio of two rounds without: what the machine does by itself. */
  readonly ownSpread: readonly [q1: number, q3: number];
};

const OPERATORS = 10;

/** What the desk polls at. */
const POLL_MS = 5_000;

/** Long enough that each operator polls once in it, at least. */
const CALLS = 3_500;

const place = (runtime: Runtime) => mustAnswer(protectedCall(runtime, oneInsert));

/** Do ten operators who look at lists slow placements down? Rounds without, with, without. */
export async function measurePolling(runtime: Runtime, rounds: number): Promise<Beside> {
  return beside(
    rounds,
    () => load(CALLS, 8, () => place(runtime)),
    async () => {
      const stopping = new AbortController();
      const operators = Array.from({ length: OPERATORS }, (_, n) => poll(runtime, n, stopping.signal));
      const result = await load(CALLS, 8, () => place(runtime));
      stopping.abort();
      await Promise.all(operators);
      return result;
    },
  );
}

/** Each looks at another list, and they come at different moments. */
async function poll(runtime: Runtime, n: number, signal: AbortSignal): Promise<void> {
  await delay((n * POLL_MS) / OPERATORS, undefined, { signal }).catch(() => {});
  while (!signal.aborted) {
    const ask = QUESTIONS[n % QUESTIONS.length]?.[2];
    // One that is stopped by its time limit has cost what it may cost.
    if (ask) await readDesk({ runtime }, ask).catch(() => {});
    await delay(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

/** What the indexes of the lists cost a placement: the same work on two empty databases, one of them without these. */
export async function measureIndexes(rounds: number): Promise<Beside> {
  const [bare, indexed] = [await startBenchDatabase(), await startBenchDatabase()];
  const runtimes = [benchRuntime(bare.url), benchRuntime(indexed.url)] as const;
  try {
    await runtimes[0].database.pool.query(
      `DROP INDEX idempotency_record_created, idempotency_record_procedure, idempotency_record_scope,
         idempotency_record_answer_expires, idempotency_record_key_expires, idempotency_record_resource`,
    );
    return await beside(
      rounds,
      () => load(CALLS / 4, 8, () => place(runtimes[0])),
      () => load(CALLS / 4, 8, () => place(runtimes[1])),
    );
  } finally {
    for (const runtime of runtimes) await runtime.close();
    for (const database of [bare, indexed]) await database.dispose();
  }
}

type Round = () => Promise<{ readonly perSecond: number }>;

async function beside(rounds: number, without: Round, withIt: Round): Promise<Beside> {
  const speeds: { first: number; middle: number; last: number }[] = [];
  for (let round = 0; round <= rounds; round++) {
    const first = (await without()).perSecond;
    const middle = (await withIt()).perSecond;
    const last = (await without()).perSecond;
    // The first round warms up.
    if (round > 0) speeds.push({ first, middle, last });
  }
  const ratios = speeds.map(({ first, middle, last }) => middle / ((first + last) / 2));
  const own = speeds.map(({ first, last }) => last / first);
  return {
    withoutPerSecond: median(speeds.map(({ first, last }) => (first + last) / 2)),
    withPerSecond: median(speeds.map(({ middle }) => middle)),
    ratio: median(ratios),
    ratioSpread: [quantile(ratios, 0.25), quantile(ratios, 0.75)],
    ownSpread: [quantile(own, 0.25), quantile(own, 0.75)],
  };
}
