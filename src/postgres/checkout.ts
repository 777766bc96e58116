import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';
import type { TransactionClient } from './transaction-client.ts';

/** A connection as the pool hands it out. */
export type PooledClient = PoolClient & TransactionClient;

/** The connection that Prisma checks out for the transaction of one run. */
export type Checkout = {
  client: PooledClient | null;
  /** False once the transaction is over: the run may then use the pool like everybody else. */
  open: boolean;
  /** Sends BEGIN in Prisma's place, so that a first statement can travel with it. */
  readonly begin: (client: PooledClient) => void;
};

/** Knows which run asks for a connection. Belongs to one database: a bundler may load this module more than once. */
export type Checkouts = {
  /** Runs `work` so that the first connection that the pool hands out inside it is noted in `checkout`. */
  note<T>(checkout: Checkout, work: () => Promise<T>): Promise<T>;
  /**
   * Called by the pool for each connection asked for.
   * @throws when a protected run that holds its connection asks for a second one: two connections for one run would
   * commit separately, and deadlock the pool once every connection is held by such a run.
   */
  admit(): Checkout | null;
};

export function createCheckouts(): Checkouts {
  const current = new AsyncLocalStorage<Checkout>();
  return {
    note: (checkout, work) => current.run(checkout, work),
    admit: () => {
      const checkout = current.getStore();
      if (!checkout?.open) return null;
      if (checkout.client) {
        throw new Error(
          'A protected run used the global database client. Use ctx.tx: it commits together with the record.',
        );
      }
      return checkout;
    },
  };
}
