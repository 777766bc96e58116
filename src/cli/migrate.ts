import { prepareDatabaseOnce } from './launch/prepare-database-once.ts';
import { runCommand } from './launch/run-command.ts';

await runCommand(prepareDatabaseOnce);
console.log('The database is up to date.');
