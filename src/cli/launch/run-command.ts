import { EnvironmentError } from '../../env.ts';
import { MigrationError } from '../../postgres/migrate.ts';
import { StartError } from './start-error.ts';

/** Runs a command's `main`; what a person can mend ends in its sentence, a bug in its stack, both with exit code 1. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    const mendable = error instanceof StartError || error instanceof EnvironmentError || error instanceof MigrationError;
    console.error(mendable ? `\n${error.message}\n` : error);
    process.exit(1);
  }
}
