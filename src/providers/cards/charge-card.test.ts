import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ExternalOperation } from '../../idempotency/external-operation.ts';
import { freePort } from '../../testing/free-port.ts';
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts';
import { chargeCard } from './charge-card.ts';
import type { ChargeRequest } from './charge-request.ts';
import { connectStripe } from './connect.ts';
import { performCharge } from './perform-charge.ts';

let sandbox: TestSandbox;
let cards: ExternalOperation<ChargeRequest>;
let orderId: string;
let downstreamKey: string;
const firstCallAt = new Date();
// What is waited for comes within moments, or seconds on a busy machine.
const soon = { timeout: 20_000 };

beforeAll(async () => {
  sandbox = await startSandbox();
  cards = chargeCard({ kind: 'sandbox', url: sandbox.url });
});
afterAll(() => sandbox?.dispose());
beforeEach(() => {
  orderId = `order-${randomUUID()}`;
  downstreamKey = `lk-${randomUUID()}`;
});

const request = (card: string, amountCents = 2_590): ChargeRequest => ({
  amountCents,
  currency: 'EUR',
  card,
  orderId,
  accountId: 'acme',
});
const perform = (card: string, key = downstreamKey) => cards.perform({ downstreamKey: key, request: request(card) });
const lookup = (card: string, providerId: string | null = null, key = downstreamKey) =>
  cards.lookup({ downstreamKey: key, request: request(card), providerId, firstCallAt });
const chargesNow = async (): Promise<number> => (await sandbox.charges(orderId)).length;

describe('a card that pays', () => {
  test('is charged once however often the call is repeated, and found by id and by list', async () => {
    const first = await perform('tok_visa');
    const again = await perform('tok_visa');
    expect(first).toMatchObject({ answer: 'succeeded', providerId: expect.stringMatching(/^ch_/) });
    expect(again).toEqual(first);
    expect(await chargesNow()).toBe(1);
    const found = { found: 'succeeded', amount: { cents: 2_590, currency: 'EUR' }, account: 'acme' };
    expect(await lookup('tok_visa')).toMatchObject(found);
    expect(await lookup('tok_visa', first.answer === 'succeeded' ? first.providerId : null)).toMatchObject(found);
  });

  test('leaves evidence that says what was charged and nothing of the card', async () => {
    const done = await perform('tok_visa');
    const raw = done.answer === 'succeeded' ? done.raw : '';
    expect(JSON.parse(raw)).toMatchObject({
      amount: 2_590,
      metadata: { order_id: orderId, latchkey_key: downstreamKey },
    });
    expect(raw).not.toMatch(/4242|fingerprint|tok_|receipt|sk_test/);
  });

  test('is charged anew under another key', async () => {
    await perform('tok_visa');
    await perform('tok_visa', `${downstreamKey}-2`);
    expect(await chargesNow()).toBe(2);
  });
});

test('a declined card is final, told the same by repeat and look-up, and not charged', async () => {
  const declined = { code: 'card_declined', message: 'Your card was declined.' };
  expect(await perform('tok_chargeDeclined')).toMatchObject({ answer: 'declined', ...declined });
  expect(await perform('tok_chargeDeclined')).toMatchObject({ answer: 'declined', ...declined });
  expect(await lookup('tok_chargeDeclined')).toMatchObject({ found: 'failed', ...declined });
  expect(await chargesNow()).toBe(0);
});

test('a card that does not exist is refused for good', async () => {
  expect(await perform('tok_nonsense')).toMatchObject({ answer: 'declined', code: 'resource_missing' });
  expect(await lookup('tok_nonsense')).toMatchObject({ found: 'absent' });
});

describe('what happened on the way is not guessed', () => {
  const unclear = { answer: 'unclear', replayedServerError: false };
  const storedError = { answer: 'unclear', replayedServerError: true };

  test('tok_slow charges after its wait, and meanwhile the key is in use, which is no decline', async () => {
    const slow = perform('tok_slow_5000');
    await expect.poll(() => sandbox.counts().then(({ charges }) => charges[downstreamKey]?.calls), soon).toBe(1);
    expect(await perform('tok_slow_5000')).toMatchObject(unclear);
    expect(await slow).toMatchObject({ answer: 'succeeded' });
    expect(await chargesNow()).toBe(1);
  });

  test('tok_answer_lost has charged, and the look-up finds it', async () => {
    expect(await perform('tok_answer_lost')).toMatchObject(unclear);
    expect(await lookup('tok_answer_lost')).toMatchObject({ found: 'succeeded' });
    expect(await chargesNow()).toBe(1);
  });

  test('tok_lost_before was called exactly once and charged nothing; the same key charges then', async () => {
    expect(await perform('tok_lost_before')).toMatchObject(unclear);
    const { charges } = await sandbox.counts();
    expect(charges[downstreamKey]).toEqual({ calls: 1, effects: 0 });
    expect(await lookup('tok_lost_before')).toMatchObject({ found: 'absent' });
    expect(await perform('tok_lost_before')).toMatchObject({ answer: 'succeeded' });
    expect(await chargesNow()).toBe(1);
  });

  test('tok_500_after has charged behind a stored error', async () => {
    expect(await perform('tok_500_after')).toMatchObject(unclear);
    expect(await lookup('tok_500_after')).toMatchObject({ found: 'succeeded' });
    expect(await perform('tok_500_after')).toMatchObject(storedError);
    expect(await chargesNow()).toBe(1);
  });

  test('tok_500_before has charged nothing; the same key charges then', async () => {
    expect(await perform('tok_500_before')).toMatchObject(unclear);
    expect(await lookup('tok_500_before')).toMatchObject({ found: 'absent' });
    expect(await perform('tok_500_before')).toMatchObject({ answer: 'succeeded' });
    expect(await chargesNow()).toBe(1);
  });

  test('tok_500_stored never charges under its key, says that the error is stored, and charges under the next', async () => {
    expect(await perform('tok_500_stored')).toMatchObject(unclear);
    expect(await perform('tok_500_stored')).toMatchObject(storedError);
    expect(await lookup('tok_500_stored')).toMatchObject({ found: 'absent' });
    expect(await perform('tok_500_stored', `${downstreamKey}-2`)).toMatchObject({ answer: 'succeeded' });
    expect(await perform('tok_500_stored')).toMatchObject(storedError);
    expect(await chargesNow()).toBe(1);
  });

  test('tok_lookup_down has charged, and cannot be looked up until its time is over', async () => {
    const card = 'tok_lookup_down_5000';
    expect(await perform(card)).toMatchObject(unclear);
    expect(await lookup(card)).toMatchObject({ found: 'cannot_tell' });
    const [charge] = await sandbox.charges(orderId);
    expect(await lookup(card, charge?.id)).toMatchObject({ found: 'cannot_tell' });
    await expect.poll(() => lookup(card), soon).toMatchObject({ found: 'succeeded', providerId: charge?.id });
  });
});

describe('an error about the key is never a decline', () => {
  const unclear = { answer: 'unclear', replayedServerError: false };

  test('another amount under the same key', async () => {
    await perform('tok_visa');
    const other = { ...request('tok_visa', 9_900) };
    expect(await cards.perform({ downstreamKey, request: other })).toMatchObject(unclear);
    expect(await chargesNow()).toBe(1);
  });

  test('another card under the same key, also a card of the sandbox', async () => {
    await perform('tok_visa');
    expect(await perform('tok_chargeDeclined')).toMatchObject(unclear);
    expect(await perform('tok_slow_1')).toMatchObject(unclear);
    expect(await chargesNow()).toBe(1);
  });

  test.each(['in_use', 'differ'] as const)('%s, as ordered', async (what) => {
    await sandbox.fault({ on: 'charge', do: what, key: downstreamKey });
    expect(await perform('tok_visa')).toMatchObject(unclear);
    expect(await chargesNow()).toBe(0);
  });
});

describe('a call that the provider has and we no longer wait for', () => {
  test('held before its effect and then let go, it charges once', async () => {
    const fault = await sandbox.fault({ on: 'charge', do: 'hold_before', key: downstreamKey });
    const aborted = new AbortController();
    const call = cards.perform({ downstreamKey, request: request('tok_visa'), signal: aborted.signal });
    await fault.held();
    aborted.abort();
    expect(await call).toMatchObject({ answer: 'unclear' });
    expect(await lookup('tok_visa')).toMatchObject({ found: 'absent' });
    await fault.release();
    await expect.poll(() => lookup('tok_visa'), soon).toMatchObject({ found: 'succeeded' });
    expect(await perform('tok_visa')).toMatchObject({ answer: 'succeeded' });
    expect(await chargesNow()).toBe(1);
  });

  test('held after its effect and then cut, it has charged', async () => {
    const fault = await sandbox.fault({ on: 'charge', do: 'hold_after', key: downstreamKey });
    const call = perform('tok_visa');
    await fault.held();
    expect(await lookup('tok_visa')).toMatchObject({ found: 'succeeded' });
    await fault.release({ drop: true });
    expect(await call).toMatchObject({ answer: 'unclear' });
  });
});

describe('a look-up', () => {
  test('finds the oldest of more than one page of charges', async () => {
    await perform('tok_visa');
    const more = Array.from({ length: 130 }, (_, index) => perform('tok_visa', `${downstreamKey}-more-${index}`));
    await Promise.all(more);
    const found = await lookup('tok_visa');
    expect(found).toMatchObject({ found: 'succeeded' });
    const pages = (await sandbox.counts()).chargeLookups;
    expect(await lookup('tok_visa', null, 'lk-nobody')).toMatchObject({ found: 'absent' });
    expect((await sandbox.counts()).chargeLookups - pages).toBeGreaterThan(1);
  });

  test('that fails on any page cannot tell', async () => {
    await Promise.all(Array.from({ length: 101 }, (_, index) => perform('tok_visa', `${downstreamKey}-${index}`)));
    const fault = await sandbox.fault({ on: 'charge_lookup', do: 'error_before', times: null });
    expect(await lookup('tok_visa')).toMatchObject({ found: 'cannot_tell' });
    await fault.remove();
    await sandbox.fault({ on: 'charge_lookup', do: 'drop_before' });
    expect(await lookup('tok_visa')).toMatchObject({ found: 'cannot_tell' });
  });

  test('of an id that the provider no longer knows, or that is of another key, cannot tell', async () => {
    expect(await lookup('tok_visa', 'ch_nowhere')).toMatchObject({ found: 'cannot_tell' });
    const other = await perform('tok_visa', `${downstreamKey}-other`);
    const id = other.answer === 'succeeded' ? other.providerId : null;
    expect(await lookup('tok_visa', id)).toMatchObject({ found: 'cannot_tell' });
  });

  test('that finds two living charges of one key leaves them to a person', async () => {
    await perform('tok_visa');
    const twin = new URLSearchParams({
      amount: '2590',
      currency: 'eur',
      source: 'tok_visa',
      'metadata[latchkey_key]': downstreamKey,
    });
    await fetch(`${sandbox.url}/v1/charges`, { method: 'POST', body: twin });
    expect(await lookup('tok_visa')).toMatchObject({ found: 'cannot_tell', why: expect.stringContaining('several') });
  });
});

describe('a provider that cannot be reached', () => {
  test('refusing the connection, was never sent anything', async () => {
    const nobody = chargeCard({ kind: 'sandbox', url: `http://127.0.0.1:${await freePort()}` });
    const call = { downstreamKey, request: request('tok_visa') };
    expect(await nobody.perform(call)).toMatchObject({
      answer: 'never_sent',
      why: expect.stringContaining('ECONNREFUSED'),
    });
    expect(await nobody.lookup({ ...call, providerId: null, firstCallAt })).toMatchObject({ found: 'cannot_tell' });
  });

  test('without a name in the DNS, was never sent anything', async () => {
    const nobody = chargeCard({ kind: 'sandbox', url: 'http://provider.invalid' });
    expect(await nobody.perform({ downstreamKey, request: request('tok_visa') })).toMatchObject({
      answer: 'never_sent',
    });
  });

  test('and a call that was ended before it began', async () => {
    const signal = AbortSignal.abort();
    const done = await cards.perform({ downstreamKey, request: request('tok_visa'), signal });
    expect(done).toMatchObject({ answer: 'never_sent' });
    expect((await sandbox.counts()).charges[downstreamKey]).toBeUndefined();
  });
});

describe('an answer that is none of the provider', () => {
  let server: Server;
  let answerWith: { status: number; body: string; headers?: Record<string, string> };
  let calls = 0;
  let proxied: ExternalOperation<ChargeRequest>;

  beforeAll(async () => {
    server = createServer((incoming, response) => {
      calls += 1;
      incoming.resume().on('end', () => response.writeHead(answerWith.status, answerWith.headers).end(answerWith.body));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    proxied = chargeCard({ kind: 'sandbox', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  });
  afterAll(() => server.close());

  test.each([
    ['a page of a proxy', 502, '<html>Bad Gateway</html>'],
    ['JSON beside a server error', 500, '{"id":"ch_1","object":"charge","message":"oops"}'],
    ['JSON that is no charge', 200, '{"ok":true}'],
    ['a list that does not say whether it is all', 200, '{"object":"list","data":[]}'],
    ['a list beside a server error', 500, '{"object":"list","data":[],"has_more":false}'],
    ['half an answer', 200, '{"id":"ch_1","obj'],
    ['a conflict', 409, '{"error":{"type":"invalid_request_error","code":"lock_timeout","message":"busy"}}'],
    [
      'a used token, perhaps by our own first call',
      400,
      '{"error":{"type":"invalid_request_error","code":"token_already_used","message":"used"}}',
    ],
  ])('%s is unclear, and sent once', async (_, status, body) => {
    answerWith = { status, body };
    calls = 0;
    expect(await proxied.perform({ downstreamKey, request: request('tok_visa') })).toMatchObject({ answer: 'unclear' });
    expect(calls).toBe(1);
    expect(
      await proxied.lookup({ downstreamKey, request: request('tok_visa'), providerId: null, firstCallAt }),
    ).toMatchObject({ found: 'cannot_tell' });
  });

  test('a wrong API key turns the call away at the door, and is not shown', async () => {
    answerWith = {
      status: 401,
      body: '{"error":{"type":"invalid_request_error","message":"Invalid API Key provided: sk_live_abc123"}}',
    };
    const done = await proxied.perform({ downstreamKey, request: request('tok_visa') });
    expect(done).toMatchObject({ answer: 'never_sent' });
    expect(JSON.stringify(done)).not.toContain('abc123');
  });
});

test('an answer that trickles in is given up in time', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200).write('{');
    const drip = setInterval(() => response.write(' '), 20);
    response.once('close', () => clearInterval(drip));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const limits = { timeoutMs: 300, apiVersion: cards.apiVersion };
  const call = { downstreamKey, request: request('tok_visa') };
  expect(await performCharge(connectStripe({ kind: 'sandbox', url }), limits, call)).toMatchObject({
    answer: 'unclear',
  });
  server.close();
});

test('somebody without an API key sees what was really charged', async () => {
  await perform('tok_visa');
  await perform('tok_chargeDeclined', `${downstreamKey}-declined`);
  expect(await sandbox.charges(orderId)).toMatchObject([{ status: 'succeeded', amount: 2_590 }]);
});

// Two processes are started, each of which takes seconds on a busy machine.
test('a restart loses no charge and no key', async () => {
  const before = await startSandbox();
  const { dataDir, port } = before;
  let after: TestSandbox | undefined;
  try {
    const mine = chargeCard({ kind: 'sandbox', url: before.url });
    const done = await mine.perform({ downstreamKey, request: request('tok_visa') });
    await before.kill();
    after = await startSandbox({ dataDir, port });
    expect(await mine.perform({ downstreamKey, request: request('tok_visa') })).toEqual(done);
    expect(await after.charges(orderId)).toHaveLength(1);
  } finally {
    await after?.dispose();
    await before.dispose();
  }
}, 120_000);
