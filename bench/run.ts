import { printDeskBench } from './desk.ts';
import { printBench } from './main.ts';

// `npm run bench desk`: the lists of the desk, on two million records.
await (process.argv[2] === 'desk' ? printDeskBench() : printBench());
