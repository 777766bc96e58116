import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { startBenchDatabase } from './database.ts';
import { type ListFigure, measureLists } from './desk-lists.ts';
import { type Beside, measureIndexes, measurePolling } from './desk-polling.ts';
import { benchRuntime } from './runtime.ts';
import { seedDesk, TWO_MILLION } from './seed-desk.ts';

type DeskResults = {
  readonly at: string;
  readonly machine: string;
  readonly records: number;
  readonly seedSeconds: number;
  readonly lists: readonly ListFigure[];
  readonly polling: Beside;
  readonly indexes: Beside;
};

/** Seeds two million records, measures the desk's lists on them, writes `bench/desk-results.json` and prints its tables. */
export async function printDeskBench(): Promise<void> {
  const database = await startBenchDatabase();
  const runtime = benchRuntime(database.url);
  try {
    const begin = performance.now();
    await seedDesk(database.url, TWO_MILLION, (line) => console.log(line));
    const seedSeconds = Math.round((performance.now() - begin) / 1_000);
    const lists = await measureLists(runtime, 40);
    const polling = await measurePolling(runtime, 7);
    const indexes = await measureIndexes(15);
    const results: DeskResults = {
      at: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), Node ${process.versions.node}`,
      records: TWO_MILLION.records,
      seedSeconds,
      lists,
      polling,
      indexes,
    };
    await writeFile(new URL('desk-results.json', import.meta.url), `${JSON.stringify(results, null, 2)}\n`);
    console.log(tableOf(results));
  } finally {
    await runtime.close();
    await database.dispose();
  }
}

const two = (value: number): string => value.toFixed(2);
const spread = (values: readonly number[]): string => values.map(two).join(' to ');

const besideRow = (what: string, { withoutPerSecond, withPerSecond, ratio, ratioSpread, ownSpread }: Beside): string =>
  `| ${what} | ${withoutPerSecond.toFixed(0)} | ${withPerSecond.toFixed(0)} | **${two(ratio)}** (${spread(ratioSpread)}) | ${spread(ownSpread)} |`;

function tableOf({ at, machine, records, seedSeconds, lists, polling, indexes }: DeskResults): string {
  return [
    `Measured ${at} on ${machine}, over ${records.toLocaleString('en')} records seeded in ${seedSeconds} s.`,
    '',
    '| list | filter | p50 ms | p95 ms |',
    '|---|---|---|---|',
    ...lists.map(
      ({ list, filter, p50Ms, p95Ms }) => `| ${list} | ${filter} | ${p50Ms.toFixed(1)} | ${p95Ms.toFixed(1)} |`,
    ),
    '',
    '| placements a second | without | with | ratio (quartiles) | without against without |',
    '|---|---|---|---|---|',
    besideRow('ten operators who poll', polling),
    besideRow("the lists' indexes on every record", indexes),
  ].join('\n');
}
