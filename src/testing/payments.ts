import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { type CompleterCounts, completeOnce } from '../engine/phased/completer.ts';
import { downstreamKey } from '../engine/phased/downstream-key.ts';
import { openProviders, type Providers } from '../providers/open-providers.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { definitionsOf, registryOf } from '../trpc/phased-definitions.ts';
import { type Answer, callProcedure } from './call-procedure.ts';
import { TEST_SECRET } from './engine.ts';
import { openRuntime } from './runtime.ts';
import { startSandbox, type TestSandbox } from './sandbox.ts';
import { type RecordRow, type TestAccount, type TestShop, useShop } from './shop.ts';

/** Somebody who means to pay one order once, under one key. */
export type Intent = { readonly account: TestAccount; readonly orderId: string; readonly key: string };

/** One line of a record's timeline. */
export type TimelineRow = {
  readonly event: string;
  readonly attempt: number;
  readonly step: string | null;
  readonly detail: string | null;
  readonly evidence: string | null;
};

/** A shop whose orders are charged at a real sandbox; `runtime` is a web process's, `providers` are what it calls. */
export type PaymentShop = TestShop & {
  readonly sandbox: TestSandbox;
  readonly providers: Providers;
  /** Places an order of 500 cents and mints a key for its payment. */
  newIntent(): Promise<Intent>;
  pay(intent: Intent, options?: { card?: string; runtime?: Runtime; isRetry?: boolean }): Promise<Answer>;
  record(intent: Intent): Promise<RecordRow | undefined>;
  timeline(intent: Intent): Promise<TimelineRow[]>;
  payments(intent: Intent): Promise<{ status: string; charge_id: string | null; failure_code: string | null }[]>;
  charges(intent: Intent): ReturnType<TestSandbox['charges']>;
  /** The key under which this intent charges first. */
  chargeKey(intent: Intent): string;
  /** Moves the record's lease, its next try and the end of its calls into the past: what waiting would do. */
  lapse(intent: Intent): Promise<void>;
  /** One round of the completer. */
  complete(runtime?: Runtime): Promise<CompleterCounts>;
  /** A runtime of its own, closed at the end of the file. */
  openRuntime(databaseUrl?: string, providers?: Partial<Providers>, config?: { leaseMs: number }): Runtime;
};

/** What waiting would do to one record: $1 its scope, $2 its key. */
const LAPSE = [
  `UPDATE external_reference e SET call_over_at = clock_timestamp() - interval '1 s'
   FROM idempotency_record r WHERE r.id = e.record_id AND r.scope = $1 AND r.key = $2`,
  `UPDATE idempotency_record SET lease_expires_at = clock_timestamp() - interval '1 s',
     next_try_at = clock_timestamp() - interval '1 s'
   WHERE scope = $1 AND key = $2 AND open_since IS NOT NULL`,
];

/** Gives the test file a shop of an installation's secret, a sandbox and a runtime; its members are there from `beforeAll` on. */
export const usePayments = ({ secret = TEST_SECRET }: { secret?: Buffer } = {}): PaymentShop => {
  const shop = useShop();
  const opened: Runtime[] = [];
  let sandbox: TestSandbox;
  let runtime: Runtime;
  let providers: Providers;
  beforeAll(async () => {
    sandbox = await startSandbox();
    providers = openProviders({ providerUrl: sandbox.url, stripeSecretKey: undefined });
    runtime = payments.openRuntime();
  });
  afterAll(async () => {
    for (const one of opened) await one.close();
    await sandbox?.dispose();
  });
  const rowsOf = async <Row extends object>(sql: string, ...values: unknown[]): Promise<Row[]> =>
    (await shop.observer.query<Row>(sql, values)).rows;
  // The shop's members are read when they are asked for, since they are not there yet.
  const payments: PaymentShop = Object.create(shop, {
    runtime: { get: () => runtime },
    sandbox: { get: () => sandbox },
    providers: { get: () => providers },
  });
  return Object.assign(payments, {
    newIntent: async () => {
      const account = await shop.addAccount();
      const input = { sku: await shop.addProduct(), quantity: 1 };
      const placed = await callProcedure(runtime, 'orders.place', input, { key: randomUUID(), apiKey: account.apiKey });
      return { account, orderId: (placed.data as { orderId: string }).orderId, key: randomUUID() };
    },
    pay: ({ account, orderId, key }, { card = 'tok_visa', runtime: with_ = runtime, isRetry = false } = {}) =>
      callProcedure(
        with_,
        'orders.pay',
        { orderId, card },
        { key, apiKey: account.apiKey, headers: isRetry ? { 'idempotency-attempt': '2' } : {} },
      ),
    record: ({ account, key }) => shop.recordOf(account, key),
    timeline: ({ account, key }) =>
      rowsOf(
        `SELECT e.event, e.attempt, e.step, e.detail, e.evidence FROM record_event e
         JOIN idempotency_record r ON r.id = e.record_id WHERE r.scope = $1 AND r.key = $2 ORDER BY e.id`,
        account.accountId,
        key,
      ),
    payments: ({ orderId }) =>
      rowsOf('SELECT status, charge_id, failure_code FROM payment WHERE order_id = $1 ORDER BY created_at', orderId),
    charges: ({ orderId }) => sandbox.charges(orderId),
    chargeKey: ({ account, key }) =>
      downstreamKey(secret, { scope: account.accountId, key, step: 'charge', ordinal: 1 }),
    lapse: async ({ account, key }) => {
      for (const sql of LAPSE) await rowsOf(sql, account.accountId, key);
    },
    complete: (with_ = runtime) => completeOnce(with_.engine, registryOf(definitionsOf(with_))),
    openRuntime: (databaseUrl = shop.url, different = {}, config) => {
      const made = openRuntime(databaseUrl, { secret, providers: { ...providers, ...different }, ...config });
      opened.push(made);
      return made;
    },
  } satisfies Partial<PaymentShop>);
};
