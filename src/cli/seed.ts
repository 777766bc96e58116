import { prepareDatabaseOnce } from './launch/prepare-database-once.ts';
import { runCommand } from './launch/run-command.ts';

await runCommand(async () => {
  // Seeding is the last step of preparing, and does nothing where there are accounts.
  await prepareDatabaseOnce();
  console.log('The database has its demo shop.');
});
