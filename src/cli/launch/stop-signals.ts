import { ancestors } from './ancestors.ts';
import type { Started } from './started.ts';

/** Ends everything and exits with 0 at Ctrl-C, SIGTERM, a closed terminal, or when the npm that started us is gone. */
export function stopOnSignals(started: Started): void {
  const stop = (): void => {
    if (started.stopping) return;
    console.log('\nStopping: requests in flight first, then the database ...');
    void started.stopAll().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  if (process.env.npm_lifecycle_event) watchNpm(stop);
}

/** A killed npm cannot forward a signal; without this its Latchkey would stay and block the next start. */
function watchNpm(stop: () => void): void {
  const shellAndNpm = ancestors().join();
  // A second: a person who starts again by hand takes longer.
  setInterval(() => ancestors().join() === shellAndNpm || stop(), 1_000).unref();
}
