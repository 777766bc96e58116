import { launch } from './launch/launch.ts';
import { runCommand } from './launch/run-command.ts';

await runCommand(() => launch('dev'));
