import { prepareDatabaseOnce } from './launch/prepare-database-once.ts';
import { runCommand } from './launch/run-command.ts';

// Seeding is the last step of preparing, and does nothing where there are accounts.
await runCommand(prepareDatabaseOnce);
console.log('The database has its demo shop.');
