import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ExternalOperation } from '../../idempotency/external-operation.ts';
import { freePort } from '../../testing/free-port.ts';
import { startSandbox, type TestSandbox } from '../../testing/sandbox.ts';
import { type EscrowRequest, transactionHash } from './escrow-payload.ts';
import { submitEscrow } from './submit-escrow.ts';

let sandbox: TestSandbox;
let ledger: ExternalOperation<EscrowRequest>;
let request: EscrowRequest;
let downstreamKey: string;
const firstCallAt = new Date();

beforeAll(async () => {
  sandbox = await startSandbox();
  ledger = submitEscrow(sandbox.url);
});
afterAll(() => sandbox?.dispose());
beforeEach(() => {
  downstreamKey = `lk-${randomUUID()}`;
  request = { escrowId: `escrow-${randomUUID()}`, amountCents: 120_000, currency: 'EUR', accountId: 'acme' };
});

const perform = () => ledger.perform({ downstreamKey, request });
const lookup = () => ledger.lookup({ downstreamKey, request, providerId: null, firstCallAt });
const submitted = async (): Promise<number> => (await sandbox.transactions(request.escrowId)).length;

test('an escrow is submitted once however often the call is repeated, and found by its hash', async () => {
  const hash = transactionHash(downstreamKey, request);
  expect(await lookup()).toMatchObject({ found: 'absent' });
  const first = await perform();
  expect(first).toMatchObject({ answer: 'succeeded', providerId: hash });
  expect(await perform()).toEqual(first);
  expect(await submitted()).toBe(1);
  const found = { found: 'succeeded', amount: { cents: 120_000, currency: 'EUR' }, account: 'acme' };
  expect(await lookup()).toMatchObject(found);
});

test('the hash follows from key and payload alone, and another of either is another transaction', () => {
  const hash = transactionHash(downstreamKey, request);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  const { escrowId, amountCents, currency, accountId } = request;
  expect(transactionHash(downstreamKey, { currency, accountId, amountCents, escrowId })).toBe(hash);
  expect(transactionHash(`${downstreamKey}-2`, request)).not.toBe(hash);
  expect(transactionHash(downstreamKey, { ...request, amountCents: 120_001 })).not.toBe(hash);
});

test('fifty calls at once submit once', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, perform));
  expect(answers.filter(({ answer }) => answer === 'declined' || answer === 'never_sent')).toEqual([]);
  expect(await submitted()).toBe(1);
});

test.each([
  ['drop_after', 'succeeded', 1],
  ['error_after', 'succeeded', 1],
  ['drop_before', 'absent', 0],
  ['error_before', 'absent', 0],
  ['in_use', 'absent', 0],
  ['differ', 'absent', 0],
] as const)('%s is unclear until the look-up says %s', async (fault, found, effects) => {
  await sandbox.fault({ on: 'escrow', do: fault, key: transactionHash(downstreamKey, request) });
  expect(await perform()).toMatchObject({ answer: 'unclear', replayedServerError: false });
  expect(await submitted()).toBe(effects);
  expect(await lookup()).toMatchObject({ found });
  expect(await perform()).toMatchObject({ answer: 'succeeded' });
  expect(await submitted()).toBe(1);
});

test('a rejected transaction is final, told the same by repeat and look-up, and not submitted', async () => {
  const rejected = { code: 'transaction_rejected', message: 'The ledger rejected this transaction.' };
  await sandbox.fault({ on: 'escrow', do: 'decline', key: transactionHash(downstreamKey, request) });
  expect(await perform()).toMatchObject({ answer: 'declined', ...rejected });
  expect(await perform()).toMatchObject({ answer: 'declined', ...rejected });
  expect(await lookup()).toMatchObject({ found: 'failed', ...rejected });
  expect(await submitted()).toBe(0);
});

test('a hash that was submitted with another payload is no decline', async () => {
  const hash = transactionHash(downstreamKey, request);
  const stranger = { hash, payload: { escrowId: 'another' } };
  await fetch(`${sandbox.url}/ledger/transactions`, { method: 'POST', body: JSON.stringify(stranger) });
  expect(await perform()).toMatchObject({ answer: 'unclear' });
  expect(await lookup()).toMatchObject({ found: 'cannot_tell' });
});

test('a look-up that gets no answer of the ledger cannot tell', async () => {
  const key = transactionHash(downstreamKey, request);
  for (const fault of ['error_before', 'drop_before'] as const) {
    await sandbox.fault({ on: 'escrow_lookup', do: fault, key });
    expect(await lookup()).toMatchObject({ found: 'cannot_tell' });
  }
  const other = { downstreamKey, request, providerId: null, firstCallAt };
  const nobody = submitEscrow(`http://127.0.0.1:${await freePort()}`);
  expect(await nobody.lookup(other)).toMatchObject({ found: 'cannot_tell' });
  expect(await nobody.perform({ downstreamKey, request })).toMatchObject({ answer: 'never_sent' });
});

// Three processes are started, each of which takes seconds on a busy machine.
test('a crash of the ledger loses nothing that it answered for, and forgets what it had only half written', async () => {
  const before = await startSandbox();
  const { dataDir, port } = before;
  let after: TestSandbox | undefined;
  try {
    const mine = submitEscrow(before.url);
    const done = await mine.perform({ downstreamKey, request });
    await before.kill();
    appendFileSync(join(dataDir, 'sandbox', 'ledger.jsonl'), '{"hash":"00');
    after = await startSandbox({ dataDir, port });
    expect(await after.transactions()).toHaveLength(1);
    expect(await mine.perform({ downstreamKey, request })).toEqual(done);
    expect(await mine.perform({ downstreamKey: `${downstreamKey}-2`, request })).toMatchObject({ answer: 'succeeded' });
    await after.kill();
    after = await startSandbox({ dataDir, port });
    expect(await after.transactions()).toHaveLength(2);
  } finally {
    await after?.dispose();
    await before.dispose();
  }
}, 120_000);
