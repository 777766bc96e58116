import { printBench } from '../../bench/main.ts';

await printBench();
