import { writeFile } from 'node:fs/promises';
import { onDatabase, runOnServer, TEMPLATE } from '../template.ts';
import { type ChaosResult, runChaos } from './chaos.ts';
import { chaosReport } from './chaos-report.ts';

/** A minute of chaos over 200 intents: long enough for dozens of deaths on two busy cores. */
const WHOLE = { intents: 200, lastsMs: 60_000 };

/** Runs the whole of it on a clone of the server's template and writes docs/chaos.md; `wrong` is empty when all held. */
export const proveChaos = async (serverUrl: string): Promise<ChaosResult> => {
  const name = 'latchkey_test_chaos';
  await runOnServer(
    serverUrl,
    `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
    `CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`,
  );
  const result = await runChaos({ databaseUrl: onDatabase(serverUrl, name), ...WHOLE });
  const at = new Date().toISOString().slice(0, 10);
  await writeFile(new URL('../../../docs/chaos.md', import.meta.url), chaosReport(result, at));
  await runOnServer(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return result;
};
