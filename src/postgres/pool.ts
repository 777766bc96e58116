import pg, { type PoolClient } from 'pg';
import type { Checkouts, PooledClient } from './checkout.ts';
import { requestCancel } from './give-up.ts';
import type { ServerBounds } from './statements/claim.ts';
import { TransactionClient } from './transaction-client.ts';
import type { UtcClient } from './utc-client.ts';

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (e?: unknown) => void,
) => void;

/** The pool behind Prisma and the engine. It notes who holds a connection and never hands out one inside a transaction. */
export class Pool extends pg.Pool {
  readonly #checkouts: Checkouts;

  constructor(config: pg.PoolConfig, checkouts: Checkouts) {
    super(config);
    this.#checkouts = checkouts;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    if (callback) {
      try {
        this.#checkouts.admit();
      } catch (error) {
        callback(error as Error, undefined, () => {});
        return;
      }
      super.connect(callback);
      return;
    }
    return this.#connectNoted();
  }

  async #connectNoted(): Promise<PoolClient> {
    const checkout = this.#checkouts.admit();
    const client = (await super.connect()) as PooledClient;
    if (checkout) {
      checkout.client = client;
      client.takeOver('BEGIN', () => {
        checkout.begin(client);
        return undefined;
      });
    }
    return client;
  }
}

export type PoolOptions = {
  readonly size: number;
  /** How long a caller waits for a free connection before it gets an error, in milliseconds. */
  readonly acquireTimeoutMs: number;
  /** What the server itself stops in a session, inside and outside of transactions, where no transaction says otherwise. */
  readonly server: ServerBounds;
  /** A statement that is not answered within so many milliseconds of being asked ends its connection. */
  readonly silenceMs: number;
  /** The same for the reader, whose reads wait for no row lock. */
  readonly readMs: number;
};

/** Opens a pool. Nothing connects before the first query. */
export function createPool(databaseUrl: string, options: PoolOptions, checkouts: Checkouts): Pool {
  const config = {
    connectionString: databaseUrl,
    Client: TransactionClient as unknown as typeof pg.Client,
    max: options.size,
    connectionTimeoutMillis: options.acquireTimeoutMs,
    // A minute keeps connections through a lull of a small shop and gives them back at night.
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    // A network that drops packets tells nobody: an idle connection is asked after ten seconds whether it is one.
    keepAliveInitialDelayMillis: 10_000,
    // Start-up parameters, so that RESET ALL comes back to them.
    lock_timeout: options.server.lockTimeoutMs,
    statement_timeout: options.server.statementTimeoutMs,
    idle_in_transaction_session_timeout: options.server.idleTimeoutMs,
    // With `pipeline`, pg ends a connection whose answer is late: the slot is free at once.
    query_timeout: options.silenceMs,
    // Statements of one connection are written without waiting for the answers before them; see together.ts.
    pipeline: true,
    application_name: 'latchkey',
  };
  const pool = new Pool(config, checkouts);
  // An idle connection that dies is replaced at the next checkout; without a listener it would end the process.
  pool.on('error', () => {});
  // One that dies while somebody has it: its server may still be at a statement, with its locks, and is told to stop.
  pool.on('connect', (client) => client.on('error', () => requestCancel(client)));
  pool.on('release', (_error, client) => discardIfChanged(client));
  return pool;
}

/**
 * A connection given back inside BEGIN would swallow the next caller's writes (prisma#27979 and its kind); one whose work
 * said SET TIME ZONE or SET search_path would read the next caller's times and tables by it.
 */
function discardIfChanged(client: PoolClient): void {
  const session = client as unknown as UtcClient;
  const status = client.getTransactionStatus();
  if (status === 'T' || status === 'E' || session.hasChangedSettings) void session.end();
}
