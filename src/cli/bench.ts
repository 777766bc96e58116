import { printDeskBench } from '../../bench/desk.ts';
import { printBench } from '../../bench/main.ts';

// `npm run bench desk`: the lists of the desk, on two million records.
await (process.argv[3] === 'desk' ? printDeskBench() : printBench());
