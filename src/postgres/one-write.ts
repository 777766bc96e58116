import type { ClientBase, PoolClient } from 'pg';
import type { Checkout } from './checkout.ts';

/**
 * Sends what is put on the wire until the end of this turn of the event loop in one write. A claim costs a round trip
 * of its own otherwise, and so does the COMMIT after a completion: together a quarter of a one-insert run (bench/).
 */
export function inOneWrite(client: ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream & Corkable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

type Corkable = { cork(): void; uncork(): void };

/**
 * Lets the run put its first statement behind Prisma's BEGIN before BEGIN is answered. Each has its own Sync, so an
 * error of one is told apart from the other's.
 */
export function announceBegin(client: PoolClient, checkout: Checkout): void {
  const send = client.query;
  const intercept = (...args: unknown[]): unknown => {
    Reflect.deleteProperty(client, 'query');
    const isBegin = (args[0] as { text?: string } | undefined)?.text === 'BEGIN';
    if (isBegin) inOneWrite(client);
    const sent: unknown = Reflect.apply(send, client, args);
    if (isBegin) checkout.onBegin(client);
    return sent;
  };
  client.query = intercept as typeof send;
}
