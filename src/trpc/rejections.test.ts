import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { completeOnce } from '../engine/phased/completer.ts';
import { runPhased } from '../engine/phased/run-phased.ts';
import { REASONS, type Reason } from '../idempotency/reason.ts';
import { claimLockKey } from '../postgres/lock-key.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { answer, type CallOptions, callProcedure, headersOf } from '../testing/call-procedure.ts';
import { keyed, openEngine, run } from '../testing/engine.ts';
import { unknownPayment } from '../testing/flow.ts';
import { type Intent, usePayments } from '../testing/payments.ts';
import { startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { answeringOperation, phasedDefinition, phasedRequest } from '../testing/phased-record.ts';
import { openRuntime } from '../testing/runtime.ts';

const shop = usePayments();

/** How often each reason was counted by this process, whatever the procedure. */
const countsOf = async ({ metrics }: Runtime): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const [, event = '', count] of (await metrics.text()).matchAll(
    /keyed_requests_total\{event="(\w+)",.*\} (\d+)/g,
  )) {
    if ((REASONS as readonly string[]).includes(event)) counts[event] = (counts[event] ?? 0) + Number(count);
  }
  return counts;
};

type Ask = (runtime: Runtime) => Promise<{ error: { data: { idempotency?: { reason: Reason } } } | undefined }>;
type Scene = { readonly ask: Ask; readonly readOnly?: boolean; readonly end?: () => Promise<unknown> };

const change = (intent: Intent, set: string) =>
  shop.observer.query(`UPDATE idempotency_record SET ${set} WHERE key = $1`, [intent.key]);
const asking =
  (intent: Intent, options: Omit<NonNullable<Parameters<typeof shop.pay>[1]>, 'runtime'> = {}): Ask =>
  (runtime) =>
    shop.pay(intent, { ...options, runtime });
const paid = async (): Promise<Intent> => {
  const intent = await shop.newIntent();
  expect((await shop.pay(intent)).status).toBe(200);
  return intent;
};
const yielded = async (): Promise<Intent> => {
  const intent = await shop.newIntent();
  await shop.sandbox.fault({ on: 'charge', do: 'drop_before', key: shop.chargeKey(intent) });
  expect((await shop.pay(intent)).error?.data.idempotency?.reason).toBe('in_flight');
  return intent;
};
/** A mutation of either kind, sent so. */
const sent = async (path: 'orders.place' | 'orders.pay', options: CallOptions): Promise<Scene> => {
  const { apiKey } = await shop.addAccount();
  const input =
    path === 'orders.place' ? { sku: await shop.addProduct(), quantity: 1 } : { orderId: 'o', card: 'tok_visa' };
  return { ask: (runtime) => callProcedure(runtime, path, input, { apiKey, ...options }) };
};
/** One that is sent as a stream of JSON lines: the reason is somewhere in them. */
const streamed = async (path: 'orders.place' | 'orders.pay'): Promise<Scene> => {
  const { apiKey } = await shop.addAccount();
  const headers = headersOf({ key: randomUUID(), apiKey, headers: { 'trpc-accept': 'application/jsonl' } });
  const input = path === 'orders.place' ? { sku: 'a', quantity: 1 } : { orderId: 'o', card: 'tok_visa' };
  const body = JSON.stringify({ 0: { json: input } });
  const request = () => new Request(`http://shop.test/api/trpc/${path}?batch=1`, { method: 'POST', headers, body });
  const reasonOf = (text: string): Reason | undefined => REASONS.find((reason) => text.includes(`"${reason}"`));
  return {
    ask: async (runtime) => {
      const reason = reasonOf(await (await answer(runtime, request())).text());
      return { error: { data: reason ? { idempotency: { reason } } : {} } };
    },
  };
};
/** Held by another session: a row, or a claim's lock. */
const held = async (sql: string, value: string): Promise<() => Promise<unknown>> => {
  const session = await shop.observer.connect();
  await session.query('BEGIN');
  await session.query(sql, [value]);
  return async () => {
    await session.query('ROLLBACK');
    session.release();
  };
};

const scenes: readonly (readonly [what: string, reason: Reason, scene: () => Promise<Scene>])[] = [
  ...(['orders.place', 'orders.pay'] as const).flatMap((path): (typeof scenes)[number][] => [
    [`${path} without a key`, 'key_missing', () => sent(path, {})],
    [`${path} with two keys`, 'key_invalid', () => sent(path, { key: 'a, b' })],
    [`${path} whose answer is streamed`, 'key_in_batch', () => streamed(path)],
    [
      `${path} in read-only mode`,
      'read_only',
      async () => ({ ...(await sent(path, { key: randomUUID() })), readOnly: true }),
    ],
  ]),
  ['another request', 'key_conflict', async () => ({ ask: asking(await paid(), { card: 'tok_amex' }) })],
  [
    'a claim that nobody can see yet',
    'in_flight',
    async () => {
      const intent = await shop.newIntent();
      const lock = claimLockKey(intent.account.accountId, intent.key);
      return { ask: asking(intent), end: await held('SELECT pg_advisory_xact_lock($1::bigint)', lock) };
    },
  ],
  ['a next try that is not due', 'in_flight', async () => ({ ask: asking(await yielded(), { isRetry: true }) })],
  [
    'a lost takeover',
    'in_flight',
    async () => {
      const intent = await yielded();
      await shop.lapse(intent);
      const end = await held('SELECT FROM idempotency_record WHERE key = $1 FOR UPDATE', intent.key);
      return { ask: asking(intent, { isRetry: true }), end };
    },
  ],
  [
    'an abandoned record in read-only mode',
    'in_flight',
    async () => {
      const intent = await yielded();
      await shop.lapse(intent);
      return { ask: asking(intent), readOnly: true };
    },
  ],
  [
    'a run that is set aside',
    'in_flight',
    async () => {
      const intent = await yielded();
      await shop.observer.query(
        `UPDATE idempotency_record SET lease_expires_at = clock_timestamp(), next_try_at = clock_timestamp() WHERE key = $1`,
        [intent.key],
      );
      return { ask: asking(intent, { isRetry: true }) };
    },
  ],
  ['an unknown outcome', 'outcome_unknown', async () => ({ ask: asking(await unknownPayment(shop, 'charged')) })],
  [
    'a run that becomes unknown',
    'outcome_unknown',
    async () => {
      const intent = await shop.newIntent();
      await shop.sandbox.fault({ on: 'charge', do: 'drop_after', key: shop.chargeKey(intent) });
      const down = await shop.sandbox.fault({ on: 'charge_lookup', do: 'error_before', times: null });
      return { ask: asking(intent), end: () => down.remove() };
    },
  ],
  [
    'a parked record',
    'outcome_unknown',
    async () => {
      const intent = await yielded();
      await change(intent, `parked_reason = 'A person is needed.'`);
      return { ask: asking(intent) };
    },
  ],
  [
    'a record that a person holds',
    'under_review',
    async () => {
      const intent = await unknownPayment(shop, 'charged');
      await change(intent, `held_by = 'op_1'`);
      return { ask: asking(intent) };
    },
  ],
  [
    'an answer that is gone',
    'answer_purged',
    async () => {
      const intent = await paid();
      await change(intent, `answer = NULL, answer_kept = 'purged'`);
      return { ask: asking(intent) };
    },
  ],
  [
    'a key that has expired',
    'key_expired',
    async () => {
      const intent = await paid();
      await change(intent, 'answer_expires_at = completed_at, key_expires_at = completed_at');
      return { ask: asking(intent) };
    },
  ],
];

test.each(scenes)('a rejection is counted once, by its reason: %s is %s', async (_what, reason, makeScene) => {
  const { ask, readOnly = false, end } = await makeScene();
  const runtime = readOnly
    ? openRuntime(shop.url, { readOnly, providers: shop.providers })
    : openRuntime(shop.url, { providers: shop.providers });
  try {
    expect((await ask(runtime)).error?.data.idempotency?.reason).toBe(reason);
    expect(await countsOf(runtime)).toEqual({ [reason]: 1 });
  } finally {
    await end?.();
    await runtime.close();
  }
});

const reasonsOf = ({ events }: { events: readonly string[] }) =>
  events.filter((event) => (REASONS as readonly string[]).includes(event));

test('a database that is away is counted once, by either kind of run', async () => {
  const engine = openEngine('postgresql://nobody@127.0.0.1:9/none');
  const UNAVAILABLE = { kind: 'refused', refusal: { reason: 'unavailable' } };
  expect(await run(engine, keyed(), async () => 1)).toMatchObject(UNAVAILABLE);
  const definition = phasedDefinition((steps) => steps.finish(async () => 'done'));
  expect(await runPhased(engine, phasedRequest(), { definition, input: {} })).toMatchObject(UNAVAILABLE);
  expect(reasonsOf(engine)).toEqual(['unavailable', 'unavailable']);
  await engine.close();
});

test('a COMMIT of the last step that was lost is one rejection, and no replay, where it did not happen', async () => {
  const proxy = await startPgProxy(shop.url);
  const engine = openEngine(proxy.url);
  const operation = answeringOperation();
  const definition = phasedDefinition(
    async (steps) => {
      await steps.external('call', { operation, request: {} });
      return await steps.finish(async () => 'done');
    },
    [operation],
  );
  const cut = proxy.cutBefore(/state = 'COMPLETED'/);
  const request = phasedRequest();
  const result = await runPhased(engine, request, { definition, input: {} });
  await cut;
  expect(result).toMatchObject({ kind: 'refused', refusal: { reason: 'unavailable' } });
  expect(reasonsOf(engine)).toEqual(['unavailable']);
  expect(engine.events).not.toContain('replayed');
  await engine.close();
  proxy.close();
});

test('a round of the completer rejects nobody', async () => {
  const engine = openEngine(shop.url);
  await completeOnce(engine, new Map());
  expect(reasonsOf(engine)).toEqual([]);
  await engine.close();
});
