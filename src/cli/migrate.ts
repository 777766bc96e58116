import { prepareDatabaseOnce } from './launch/prepare-database-once.ts';
import { runCommand } from './launch/run-command.ts';

await runCommand(async () => {
  await prepareDatabaseOnce();
  console.log('The database is up to date.');
});
