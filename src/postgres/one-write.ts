import type { ClientBase } from 'pg';

/** Sends what is put on the wire until the end of this turn of the event loop in one write. */
export function inOneWrite(client: ClientBase): void {
  const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream & Corkable } }).connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

type Corkable = { cork(): void; uncork(): void };
