import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { hashApiKey } from '../auth/api-key.ts';
import type { Runtime } from '../runtime/runtime.ts';
import type { AccountId } from '../shop/account.ts';
import { type TestDatabaseOptions, useDatabase } from './database.ts';
import { openObserver } from './observer.ts';
import { openRuntime } from './runtime.ts';

/** An account with one API key. */
export type TestAccount = { readonly accountId: AccountId; readonly apiKey: string };

/** A shop on a database of its own. `observer` is a pool that the app knows nothing of. */
export type TestShop = {
  readonly url: string;
  readonly observer: pg.Pool;
  readonly runtime: Runtime;
  addAccount(): Promise<TestAccount>;
  /** Adds an article of 500 cents and gives its sku. */
  addProduct(stock?: number): Promise<string>;
  stockOf(sku: string): Promise<number>;
  ordersOf(account: TestAccount): Promise<string[]>;
  /** Everything stored under the key, with the row's version in the table. */
  recordOf(account: TestAccount, key: string): Promise<RecordRow | undefined>;
};

/** A record as the table has it, `xmin` and `ctid` included: any write to the row changes them. */
export type RecordRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly answer: string | null;
  readonly resource_id: string | null;
  readonly replay_count: number;
};

/** Gives the test file a shop; its members are there from `beforeAll` on. */
export const useShop = (options: TestDatabaseOptions = {}): TestShop => {
  const database = useDatabase(options);
  let observer: pg.Pool;
  let runtime: Runtime;
  beforeAll(() => {
    observer = openObserver(database.url, 4);
    // Its sessions are ended together with the database, or by a test that stops the server.
    observer.on('error', () => {});
    // Dropping the database may end a session that is still on its way out.
    observer.on('connect', (client) => client.on('error', () => {}));
    runtime = openRuntime(database.url);
  });
  afterAll(async () => {
    await runtime.close();
    await observer.end();
  });
  const rowsOf = async <Row extends pg.QueryResultRow>(sql: string, ...values: unknown[]): Promise<Row[]> =>
    (await observer.query<Row>(sql, values)).rows;
  return {
    get url() {
      return database.url;
    },
    get observer() {
      return observer;
    },
    get runtime() {
      return runtime;
    },
    addAccount: async () => {
      const accountId = `acc_${randomUUID()}` as AccountId;
      const apiKey = `lk_${randomUUID()}`;
      await rowsOf('INSERT INTO account (id, name) VALUES ($1, $1)', accountId);
      await rowsOf(
        `INSERT INTO api_key (id, account_id, hash, hint) VALUES ($1, $2, $3, 'lk_')`,
        randomUUID(),
        accountId,
        hashApiKey(apiKey),
      );
      return { accountId, apiKey };
    },
    addProduct: async (stock = 1_000) => {
      const sku = `tea-${randomUUID().slice(0, 8)}`;
      await rowsOf(`INSERT INTO product VALUES ($1, 'Tea', 500, 'EUR', $2)`, sku, stock);
      return sku;
    },
    stockOf: async (sku) => {
      const [row] = await rowsOf<{ stock: number }>('SELECT stock FROM product WHERE sku = $1', sku);
      return row?.stock ?? Number.NaN;
    },
    ordersOf: async ({ accountId }) => {
      const rows = await rowsOf<{ id: string }>('SELECT id FROM "order" WHERE account_id = $1', accountId);
      return rows.map(({ id }) => id);
    },
    recordOf: async ({ accountId }, key) => {
      const sql = 'SELECT xmin::text, ctid::text, * FROM idempotency_record WHERE scope = $1 AND key = $2';
      return (await rowsOf<RecordRow>(sql, accountId, key))[0];
    },
  };
};
