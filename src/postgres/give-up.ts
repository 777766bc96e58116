import pg, { type ClientBase } from 'pg';
import { TIME_BUDGET } from './time-budget.ts';

/** What `pg` has of a session and its types leave out. */
type Session = {
  readonly processID: number | null;
  readonly secretKey: number | null;
  readonly host: string;
  readonly port: number;
  readonly ssl: unknown;
  readonly connection: { readonly stream: { destroy(error?: Error): void } };
};

/** A connection that was given up: what it was asked may have happened or not. */
class GivenUp extends Error {
  /** connection_failure (PostgreSQL manual, appendix A). */
  readonly code = '08006';
}

/** Ends the connection here and now, whatever the network does; whoever waits for it gets an error that proves nothing. */
export const giveUp = (client: ClientBase, why: string): void =>
  (client as unknown as Session).connection.stream.destroy(new GivenUp(why));

/**
 * Asks the server to stop what the session is doing, over a connection of its own (PostgreSQL manual, "Canceling Requests in
 * Progress"): work can override every setting that bounds a statement, and this it cannot. Best effort, never throws.
 */
export function requestCancel(client: ClientBase): void {
  const { processID, secretKey, host, port, ssl } = client as unknown as Session;
  if (processID === null || secretKey === null) return;
  const wire = new (pg.Connection as unknown as new (config: { ssl: unknown }) => CancelWire)({ ssl });
  const timer = setTimeout(() => wire.stream.destroy(), TIME_BUDGET.goodbyeMs);
  wire.on('error', () => {});
  wire.on('end', () => clearTimeout(timer));
  wire.on('connect', () => (ssl ? wire.requestSsl() : wire.cancel(processID, secretKey)));
  wire.on('sslconnect', () => wire.cancel(processID, secretKey));
  if (host.startsWith('/')) wire.connect(`${host}/.s.PGSQL.${port}`);
  else wire.connect(port, host);
}

type CancelWire = NodeJS.EventEmitter & {
  readonly stream: { destroy(): void };
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
};

/** Ends what the connection is at: by a cancel request, and where `ended` does not come soon of that, by giving it up. */
export async function interrupt(client: ClientBase, ended: Promise<unknown>): Promise<void> {
  requestCancel(client);
  let timer: NodeJS.Timeout | undefined;
  const grace = new Promise((resolve) => {
    timer = setTimeout(resolve, TIME_BUDGET.cancelGraceMs);
  });
  await Promise.race([ended, grace]);
  clearTimeout(timer);
  // In any case: a cancel request that comes late would stop the next statement of whoever has the connection by then.
  giveUp(client, 'The run was over its time; its connection was given up.');
}
