import { env } from '../../env.ts';
import { buildWhenSourcesChanged } from './build.ts';
import { openDataDirectory } from './data-directory.ts';
import { lockDataDirectory } from './lock-data-directory.ts';
import { openEmbeddedDatabase, openGivenDatabase, prepareDatabase } from './open-database.ts';
import { assertPortFree } from './port.ts';
import { watchPostgres } from './postgres/watch.ts';
import { RuntimeFile } from './runtime-file.ts';
import { planSandbox, type SandboxPlace } from './sandbox.ts';
import { readCredentials, renderScreen } from './screen.ts';
import { openSecrets } from './secrets.ts';
import { Started } from './started.ts';
import { stopOnSignals } from './stop-signals.ts';
import { SupervisedWeb } from './supervise-web.ts';
import type { ServeMode } from './web.ts';
import { webVariables } from './web-variables.ts';
import { planWorker } from './worker.ts';

/** Starts everything, serves until a signal comes, and leaves nothing running. Throws StartError and its kin. */
export async function launch(mode: ServeMode): Promise<void> {
  const started = new Started();
  stopOnSignals(started);
  try {
    await serve(mode, started);
  } catch (error) {
    // What breaks while we are stopping breaks because of it.
    if (!started.stopping) throw error;
  } finally {
    await started.stopAll();
  }
}

async function serve(mode: ServeMode, started: Started): Promise<void> {
  const settings = env();
  const root = process.cwd();
  const dataDir = openDataDirectory(settings.dataDir);
  await lockDataDirectory(dataDir, settings.port, started);
  await assertPortFree(settings.port);

  const kept = openSecrets(dataDir);
  const secrets = {
    ...kept,
    latchkeySecretHex: settings.latchkeySecretHex ?? kept.latchkeySecretHex,
    betterAuthSecret: settings.betterAuthSecret ?? kept.betterAuthSecret,
  };
  const runtime = new RuntimeFile(dataDir, settings.port);
  started.add(() => runtime.remove());
  const postgres = watchPostgres((postgresPid) => runtime.update({ postgresPid }));
  const database = settings.databaseUrl
    ? await openGivenDatabase(settings.databaseUrl)
    : await openEmbeddedDatabase(dataDir, secrets.postgresPassword, { started, report: postgres.report });
  await prepareDatabase(database.url, dataDir, secrets.latchkeySecretHex);
  runtime.update({ databaseUrl: database.url });

  if (mode === 'start') await buildWhenSourcesChanged(root, started);
  if (started.stopping) return;
  const providerUrl =
    settings.providerUrl ?? (await startSandbox({ root, dataDir, port: settings.providerPort }, { started, runtime }));
  runtime.update({ providerUrl });
  if (started.stopping) return;
  const variables = webVariables({ mode, settings, dataDir, databaseUrl: database.url, providerUrl, secrets });
  const worker = planWorker({ root, variables }, (workerPid) => runtime.update({ workerPid }));
  started.add(() => worker.stop());
  const web = new SupervisedWeb({ root, mode, port: settings.port, variables }, (webPid) => runtime.update({ webPid }));
  started.add(() => web.stop());
  const facts = { port: settings.port, dataDir, databaseUrl: database.url, providerUrl, embedded: database.embedded };
  const onUp = (): void => console.log(renderScreen({ ...facts, credentials: readCredentials(dataDir) }));
  await Promise.race([Promise.all([web.run(onUp), worker.start()]), postgres.lost]);
}

async function startSandbox(
  place: SandboxPlace,
  { started, runtime }: { started: Started; runtime: RuntimeFile },
): Promise<string> {
  const sandbox = await planSandbox(place, (providerPid) => runtime.update({ providerPid }));
  started.add(() => sandbox.process.stop());
  await sandbox.process.start();
  return sandbox.url;
}
