import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { startBenchDatabase } from './database.ts';
import { measureHotKey } from './hot-key.ts';
import { type Comparison, measureOverhead } from './overhead.ts';
import { measurePhased } from './phased.ts';
import { measureRecovery } from './recovery.ts';
import { measureReplay } from './replay.ts';
import { type Results, reportOf } from './report.ts';
import { benchRuntime } from './runtime.ts';
import { fourStatements, oneInsert } from './work.ts';

/** Measures everything in one run and writes `bench/results.json`. `calls` is the length of one round. */
export async function runBench(calls = 400): Promise<Results> {
  const database = await startBenchDatabase();
  const runtime = benchRuntime(database.url);
  try {
    const comparisons: Comparison[] = [
      await measureOverhead(runtime, oneInsert, calls),
      await measureOverhead(runtime, fourStatements, calls),
      await measureReplay(runtime, true, calls),
      await measureReplay(runtime, false, calls),
      await measurePhased(runtime, calls / 2),
    ];
    const recovery = await measureRecovery(runtime, 40);
    const hotKey = await measureHotKey(runtime, calls);
    const { length } = cpus();
    const results = {
      at: new Date().toISOString().slice(0, 10),
      machine: `${length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`,
      comparisons,
      hotKey,
      recovery,
    };
    await writeFile(new URL('results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
    return results;
  } finally {
    await runtime.close();
    await database.dispose();
  }
}

/** Runs the bench and prints its tables. */
export async function printBench(): Promise<void> {
  console.log(reportOf(await runBench()));
}
