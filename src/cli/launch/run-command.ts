import { EnvironmentError } from '../../env.ts';
import { MigrationError } from '../../postgres/migrate.ts';
import { StartError } from './start-error.ts';

/**
 * Runs a command's `main` and ends the process: with 0, or with 1 after the sentence of what a person can mend, or the
 * stack of a bug. It exits by itself because Prisma's schema engine leaves a ten-second timer behind.
 */
export async function runCommand(main: () => Promise<void>): Promise<never> {
  // A closed terminal or pipe must not end us before everything that we started has ended.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  try {
    await main();
    process.exit(0);
  } catch (error) {
    const mendable =
      error instanceof StartError || error instanceof EnvironmentError || error instanceof MigrationError;
    console.error(mendable ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}
