import { createServer, type Server } from 'node:net';
import { ProxyConnection, type Side, type Watch } from './connection.ts';
import { type Barrier, Rules, type Which } from './rules.ts';
import type { Matcher, Statement } from './statement.ts';

/** What is known of one connection through the proxy; `id` counts from 1, in the order in which they were opened. */
export type ConnectionView = {
  readonly id: number;
  readonly open: boolean;
  readonly applicationName: string;
  /** The session's transaction as of the server's last ReadyForQuery. */
  readonly transaction: 'idle' | 'open' | 'failed';
  readonly statements: readonly Statement[];
};

/**
 * A PostgreSQL in front of the real one that can be slow, forgetful or gone, statement by statement. The code under test
 * only gets another connection string. Each fault strikes one statement, the first (or `nth`) that matches after the call.
 * Read README.md beside this file for what each can and cannot show.
 */
export class PgProxy {
  /** Connection string of the upstream database, through this proxy. */
  readonly url: string;
  readonly #listener: Server;
  readonly #port: number;
  readonly #rules: Rules;
  readonly #connections: readonly ProxyConnection[];
  readonly #log: Statement[];
  readonly #network: { isSilent: boolean };

  /** Made by `startPgProxy`. */
  constructor(url: string, parts: Parts) {
    this.url = url;
    this.#port = Number(new URL(url).port);
    this.#listener = parts.listener;
    this.#rules = parts.rules;
    this.#connections = parts.connections;
    this.#log = parts.log;
    this.#network = parts.network;
  }

  /** Stops the statement before the server sees any of it; what the client sends behind it waits too. */
  holdBefore(matcher: Matcher, which: Which = {}): Barrier {
    return this.#rules.arm(matcher, which, { when: 'before', act: 'hold' });
  }

  /** Lets the server run the statement to its ReadyForQuery, and keeps its whole answer from the client. */
  holdAfter(matcher: Matcher, which: Which = {}): Barrier {
    return this.#rules.arm(matcher, which, { when: 'after', act: 'hold' });
  }

  /** Holds the statement for that long before the server sees it; resolves when it is sent on. */
  async delay(matcher: Matcher, delayMs: number, which: Which = {}): Promise<Statement> {
    const barrier = this.holdBefore(matcher, which);
    const statement = await barrier.reached;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    barrier.release();
    return statement;
  }

  /** Cuts both sides when the statement arrives, before the server sees any of it. */
  cutBefore(matcher: Matcher, which: Which = {}): Promise<Statement> {
    return this.#rules.arm(matcher, which, { when: 'before', act: 'cut' }).reached;
  }

  /** Cuts both sides as soon as the statement was sent on: the server gets it, and may or may not have finished yet. */
  cutOnceSent(matcher: Matcher, which: Which = {}): Promise<Statement> {
    return this.#rules.arm(matcher, which, { when: 'before', act: 'cut_once_sent' }).reached;
  }

  /** Cuts both sides when the server has completed the statement; the client is told nothing of it. */
  cutAfterServerReceived(matcher: Matcher, which: Which = {}): Promise<Statement> {
    return this.#rules.arm(matcher, which, { when: 'after', act: 'cut' }).reached;
  }

  /** Drops every packet of the connection from when the statement arrives: the server sees none of it. */
  silenceBefore(matcher: Matcher, which: Which = {}): Promise<Statement> {
    return this.#rules.arm(matcher, which, { when: 'before', act: 'silence' }).reached;
  }

  /** The same from when the server has completed the statement: its answer is the first that is dropped. */
  silenceAfter(matcher: Matcher, which: Which = {}): Promise<Statement> {
    return this.#rules.arm(matcher, which, { when: 'after', act: 'silence' }).reached;
  }

  /** Drops every packet of every connection that is open now, and of new ones until `hearAgain`; those stay silent. */
  silenceAll(): void {
    this.#network.isSilent = true;
    for (const connection of this.#connections) connection.silence();
  }

  /** New connections are heard again. */
  hearAgain(): void {
    this.#network.isSilent = false;
  }

  /** Ends, at the server's side, silent connections that their clients have left: what its keep-alive does in half a minute. */
  noticeDeadPeers(): void {
    for (const connection of this.#connections) connection.noticeDeadPeer();
  }

  /** Cuts one connection now; `client` leaves the server's session standing as a network partition would. */
  cut(connection: number, side: Side = 'both'): void {
    this.#connections[connection - 1]?.cut(side);
  }

  /** Cuts every connection that is open now. */
  cutAll(side: Side = 'both'): void {
    for (const connection of this.#connections) if (connection.open) connection.cut(side);
  }

  /** New connections get ECONNREFUSED, as from a server that is down; those that are open stay. */
  refuseNewConnections(): void {
    this.#listener.close();
  }

  /** Takes connections again, on the same port. */
  acceptAgain(): Promise<void> {
    return listen(this.#listener, this.#port);
  }

  /** Every statement since the start or the last `forget`, in the order of arrival, over all connections or of one. */
  statements(connection?: number): readonly Statement[] {
    return connection === undefined ? [...this.#log] : this.#log.filter((seen) => seen.connection === connection);
  }

  /** Empties the log, so that a test counts only what comes next. */
  forget(): void {
    this.#log.length = 0;
  }

  /** Every connection since the start. */
  connections(): readonly ConnectionView[] {
    return this.#connections.map((connection, index) => ({
      id: index + 1,
      open: connection.open,
      applicationName: connection.parameters.get('application_name') ?? '',
      transaction: connection.answers.transaction,
      statements: this.statements(index + 1),
    }));
  }

  /** Cuts everything and stops listening; barriers that nobody reached reject. */
  close(): void {
    this.#rules.disarm();
    this.#listener.close();
    for (const connection of this.#connections) connection.cut('both');
  }
}

type Parts = {
  readonly listener: Server;
  readonly rules: Rules;
  readonly connections: readonly ProxyConnection[];
  readonly log: Statement[];
  readonly network: { isSilent: boolean };
};

/** Starts a proxy on a free port of 127.0.0.1 in front of the server of `databaseUrl` (TCP only, no TLS). */
export const startPgProxy = async (databaseUrl: string): Promise<PgProxy> => {
  const url = new URL(databaseUrl);
  const upstream = { host: url.hostname, port: Number(url.port || 5432) };
  const rules = new Rules();
  const connections: ProxyConnection[] = [];
  const log: Statement[] = [];
  const network = { isSilent: false };
  const listener = createServer((socket) => {
    const watch = watchFor(connections.length + 1, rules, log);
    connections.push(new ProxyConnection(socket, upstream, watch));
    if (network.isSilent) connections.at(-1)?.silence();
  });
  await listen(listener, 0);
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no TCP port.');
  url.hostname = '127.0.0.1';
  url.port = String(address.port);
  return new PgProxy(url.toString(), { listener, rules, connections, log, network });
};

const watchFor = (connection: number, rules: Rules, log: Statement[]): Watch => {
  let place = 0;
  return {
    arrived: ({ sql, protocol }) => {
      place += 1;
      const statement: Statement = { connection, place, sql, protocol, progress: 'held' };
      log.push(statement);
      return { statement, ...rules.strike(statement) };
    },
  };
};

const listen = (listener: Server, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    listener.once('error', reject);
    listener.listen(port, '127.0.0.1', () => {
      listener.off('error', reject);
      resolve();
    });
  });
