import { once } from 'node:events';
import { callProcedure } from './call-procedure.ts';
import { openRuntime } from './runtime.ts';

/**
 * A process that places one order and prints the status: `node --import tsx src/testing/place-once.ts <database url>
 * <api key> <key> <sku>`. It is there to be killed.
 */
const [databaseUrl = '', apiKey = '', key = '', sku = ''] = process.argv.slice(2);
const runtime = openRuntime(databaseUrl);
await once(process.stdin, 'data');
process.stdin.destroy();
const { status } = await callProcedure(runtime, 'orders.place', { sku, quantity: 2 }, { key, apiKey });
console.log(status);
await runtime.close();
