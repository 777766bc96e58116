import { takeLock } from './lock.ts';
import { StartError } from './start-error.ts';
import type { Started } from './started.ts';

/** Makes this process the only Latchkey on the data directory, until it ends. Throws StartError when another one is. */
export async function lockDataDirectory(dataDir: string, port: number, started: Started): Promise<void> {
  const lock = await takeLock(`data ${dataDir}`, `process ${process.pid}, http://localhost:${port}`);
  if ('heldBy' in lock) {
    throw new StartError(
      `Latchkey already runs on ${dataDir} (${lock.heldBy || 'it does not answer'}). ` +
        'Use that one, stop it first, or start this one with another DATA_DIR and PORT.',
    );
  }
  started.add(() => lock.release());
}
