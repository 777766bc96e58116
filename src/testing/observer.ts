import pg from 'pg';
import { exceptSocket } from '../postgres/network-tripwire.ts';

/** A pool that looks at a database from outside, also while a transaction of the app is open: the tripwire lets it pass. */
export const openObserver = (connectionString: string, max: number): pg.Pool =>
  new pg.Pool({ connectionString, max, Client: Observer as unknown as typeof pg.Client });

class Observer extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    exceptSocket((this as unknown as { connection: { stream: object } }).connection.stream);
  }
}
