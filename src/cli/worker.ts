import { once } from 'node:events';
import { env } from '../env.ts';
import { jobsOf } from '../jobs/jobs.ts';
import { repeat } from '../jobs/repeat.ts';
import { runtimeConfig } from '../runtime/instance.ts';
import { createRuntime } from '../runtime/runtime.ts';
import { runCommand } from './launch/run-command.ts';
import { assertWorkerDatabase } from './worker/database.ts';
import { workerSettings } from './worker/settings.ts';

// First of all, so that a signal during the start ends it in order, too.
const stopping = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort());

/** Any length: the timer only has to be there. */
const STAY_MS = 3_600_000;

await runCommand(async () => {
  const settings = workerSettings(env());
  await assertWorkerDatabase(settings);
  const runtime = createRuntime(runtimeConfig(settings));
  const jobs = jobsOf(runtime, settings.completerIntervalMs);
  const stopped = stopping.signal.aborted || once(stopping.signal, 'abort');
  if (process.send) process.send({ type: 'ready' });
  else
    console.log(
      `The worker is at its jobs: ${jobs.map(({ name }) => name).join(', ') || 'none, in read-only mode'}. Ctrl-C ends it.`,
    );
  // Without a job nothing else keeps the event loop from running empty, which would end the process by itself.
  const staying = setInterval(() => {}, STAY_MS);
  // The round at work is waited for: cut off, it would leave leases that nobody renews.
  // In read-only mode there is no job, and it stays until it is told to stop nevertheless.
  await Promise.all([stopped, ...jobs.map((job) => repeat(job, stopping.signal, runtime.engine.report))]);
  clearInterval(staying);
  await runtime.close();
});
