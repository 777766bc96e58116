import pg, { type PoolClient } from 'pg';
import type { Checkouts, PooledClient } from './checkout.ts';
import { resetSession } from './reset-session.ts';
import { isStaleSession } from './stale-session.ts';
import { TransactionClient } from './transaction-client.ts';

type ConnectCallback = (
  error: Error | undefined,
  client: PoolClient | undefined,
  release: (e?: unknown) => void,
) => void;

/**
 * The pool behind Prisma and the engine. It notes who holds a connection. A session is handed on as it was opened, or not at
 * all: one inside a transaction, with other settings, or that refused a statement for what it is (`isStaleSession`) is closed.
 */
export class Pool extends pg.Pool {
  readonly #checkouts: Checkouts;
  #renewals = 0;
  readonly #openedAt = new WeakMap<object, number>();

  constructor(config: pg.PoolConfig, checkouts: Checkouts) {
    super(config);
    this.#checkouts = checkouts;
    this.on('connect', (client) => this.#openedAt.set(client, this.#renewals));
    const query = super.query.bind(this) as (...args: readonly unknown[]) => Promise<unknown>;
    this.query = ((...args: readonly unknown[]) => this.#queryAnew(() => query(...args), args)) as pg.Pool['query'];
  }

  /**
   * Hands out no session any more that is open now: what one of them refused for what it is the others would refuse too, and
   * a call could meet them all before it gets a new one.
   */
  renew(): void {
    this.#renewals += 1;
  }

  override connect(): Promise<PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<PoolClient> | undefined {
    if (!callback) return this.#connectNoted();
    try {
      this.#checkouts.admit();
    } catch (error) {
      callback(error as Error, undefined, () => {});
      return;
    }
    this.#connectCurrent(callback);
  }

  async #connectNoted(): Promise<PoolClient> {
    const checkout = this.#checkouts.admit();
    const client = await new Promise<PooledClient>((resolve, reject) =>
      this.#connectCurrent((error, connected) => (error ? reject(error) : resolve(connected as PooledClient))),
    );
    if (checkout) {
      checkout.client = client;
      resetBeforeRelease(client);
      client.takeOver('BEGIN', () => {
        checkout.begin(client);
        return undefined;
      });
    }
    return client;
  }

  /** A session that was opened before the last renewal is closed, and the next one asked for. */
  #connectCurrent(callback: ConnectCallback): void {
    super.connect((error, client, release) => {
      if (!client || this.#openedAt.get(client) === this.#renewals) return callback(error, client, release);
      release(true);
      this.#connectCurrent(callback);
    });
  }

  /** A single statement that a session refused for what it is had no effect; it is sent once more, on a new one. */
  async #queryAnew(query: () => Promise<unknown>, [config]: readonly unknown[]): Promise<unknown> {
    try {
      return await query();
    } catch (error) {
      // A bare text may be several statements, of which some had an effect.
      if (!isStaleSession(error) || typeof config === 'string') throw error;
      this.renew();
      return await query();
    }
  }
}

/** A session in which raw SQL may have left something is made as new first. The answer does not wait for it. */
function resetBeforeRelease(client: PooledClient): void {
  const { release } = client;
  client.release = (error) => {
    if (error || client.aftermath !== 'reset') return release(error);
    void resetSession(client).then((isAsNew) => {
      if (isAsNew) client.wasReset();
      release(!isAsNew);
    });
  };
}

export type PoolOptions = {
  readonly size: number;
  /** How long a caller waits for a free connection before it gets an error, in milliseconds. */
  readonly acquireTimeoutMs: number;
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
    // Statements of one connection are written without waiting for the answers before them; see together.ts.
    pipeline: true,
    application_name: 'latchkey',
  };
  const pool = new Pool(config, checkouts);
  // An idle connection that dies is replaced at the next checkout; without a listener it would end the process.
  pool.on('error', () => {});
  pool.on('release', (_error, client) => discardIfChanged(client as unknown as TransactionClient));
  return pool;
}

/**
 * A connection given back inside BEGIN would swallow the next caller's writes (prisma#27979 and its kind); one whose work
 * said SET TIME ZONE or SET search_path would read the next caller's times and tables by it.
 */
function discardIfChanged(session: TransactionClient): void {
  session.isUsed = true;
  if (session.aftermath !== 'keep') void session.end();
}
