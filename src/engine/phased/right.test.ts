import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { ExternalOperation, LookupResult, PerformResult } from '../../idempotency/external-operation.ts';
import { refuse } from '../../idempotency/refusal.ts';
import type { SettledCall } from '../../postgres/statements/pick-settled.ts';
import { type LateEffect, raiseAlarm } from '../../postgres/statements/raise-alarm.ts';
import { openEngine, type TestEngine } from '../../testing/engine.ts';
import { type Gate, gate } from '../../testing/gate.ts';
import { startPgProxy } from '../../testing/pg-proxy/proxy.ts';
import { answeringOperation, PHASED, phasedDefinition, phasedRequest } from '../../testing/phased-record.ts';
import { useShop } from '../../testing/shop.ts';
import type { KeyedRequest } from '../run.ts';
import type { PhasedDefinition } from './definition.ts';
import { runPhased } from './run-phased.ts';

const shop = useShop();
let engine: TestEngine;
beforeAll(() => {
  engine = openEngine(shop.url);
});
afterAll(() => engine.close());

/** A definition that calls once for the resource and refuses by the word of why it might not. */
const callingFor = (id: string, operation: ExternalOperation<unknown>): PhasedDefinition => ({
  ...phasedDefinition(
    async (run) => {
      await run.local('prepare', async () => 'ready');
      const called = await run.external('call', { operation, request: {} });
      switch (called.status) {
        case 'succeeded':
          return await run.finish(async () => called.providerId);
        case 'declined':
          return await run.refuse(async () => {}, refuse(called.code, 409, called.message));
        case 'withheld':
          return await run.refuse(async () => {}, refuse(called.because, 409, 'Withheld.'));
      }
    },
    [operation],
  ),
  resource: () => ({ type: 'thing', id }),
});

/** A provider in this process: what it answers, and how often it was called. */
const provider = (parts: { perform?: () => Promise<PerformResult>; lookup?: () => Promise<LookupResult> } = {}) => {
  let calls = 0;
  const operation = answeringOperation({
    perform: async () => {
      calls += 1;
      return parts.perform ? await parts.perform() : { answer: 'succeeded', providerId: 'p_1', raw: '{}' };
    },
    ...(parts.lookup ? { lookup: parts.lookup } : {}),
  });
  return { operation, calls: () => calls };
};

const textOf = async (ran: ReturnType<typeof runPhased>): Promise<string> => {
  const result = await ran;
  return result.kind === 'answered' ? result.text : result.refusal.reason;
};

const refused = (why: string) => JSON.stringify({ code: why, message: 'Withheld.' });

const runOn = (on: TestEngine, definition: PhasedDefinition, request: KeyedRequest = phasedRequest()) =>
  textOf(runPhased(on, request, { definition, input: {} }));

const recordOf = async (request: KeyedRequest) =>
  (await shop.observer.query('SELECT * FROM idempotency_record WHERE key = $1', [request.key])).rows[0];

/** A record of the resource whose call was declined: what it did can be found late. */
const settledCall = async (id: string): Promise<SettledCall> => {
  const request = phasedRequest();
  const declined = provider({ perform: async () => ({ answer: 'declined', code: 'no', message: 'No.', raw: '{}' }) });
  await runOn(engine, callingFor(id, declined.operation), request);
  const { rows } = await shop.observer.query(
    `SELECT r.id, e.downstream_key FROM idempotency_record r JOIN external_reference e ON e.record_id = r.id WHERE r.key = $1`,
    [request.key],
  );
  return {
    recordId: BigInt(rows[0].id),
    attempt: 1,
    procedure: PHASED,
    resource: { type: 'thing', id },
    step: 'call',
    ordinal: 1,
    provider: 'test',
    operation: 'test.call',
    downstreamKey: rows[0].downstream_key,
    request: '{}',
    providerId: null,
    firstCallAt: new Date(),
  };
};

const LATE: LateEffect = { providerId: 'p_late', amount: null, detail: 'test has p_late.', evidence: '{}' };

/** Resolves once a session waits for an advisory lock. */
const someoneWaits = async (): Promise<void> => {
  for (;;) {
    const { rows } = await shop.observer.query(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    if (rows.length > 0) return;
  }
};

const proxiedEngine = async () => {
  const proxy = await startPgProxy(shop.url);
  const slow = openEngine(proxy.url);
  onTestFinished(async () => {
    await slow.close();
    proxy.close();
  });
  return { proxy, slow };
};

test('an intent that comes while an alarm is being raised waits for it, and is withheld', async () => {
  const id = randomUUID();
  const call = await settledCall(id);
  const { proxy, slow } = await proxiedEngine();
  const committing = proxy.holdBefore('COMMIT');
  const raised = raiseAlarm(slow.database.pool, call, LATE);
  await committing.reached;
  const { operation, calls } = provider();
  const second = runOn(engine, callingFor(id, operation));
  await someoneWaits();
  committing.release();
  expect(await raised).toBe(true);
  expect(await second).toBe(refused('alarm'));
  expect(calls()).toBe(0);
});

test('an alarm that comes while a call is being intended waits for that, and names its record', async () => {
  const id = randomUUID();
  const call = await settledCall(id);
  const { proxy, slow } = await proxiedEngine();
  const intending = proxy.holdBefore(/INSERT INTO public.external_reference/);
  const { operation, calls } = provider();
  const request = phasedRequest();
  const second = runOn(slow, callingFor(id, operation), request);
  await intending.reached;
  const raised = raiseAlarm(engine.database.pool, call, LATE);
  await someoneWaits();
  intending.release();
  expect(await raised).toBe(true);
  expect(await second).toBe('"p_1"');
  expect(calls()).toBe(1);
  const { rows } = await shop.observer.query(
    `SELECT detail FROM record_event WHERE record_id = $1 AND event = 'effect_found_late'`,
    [String(call.recordId)],
  );
  const record = await recordOf(request);
  expect(rows).toEqual([{ detail: `test has p_late. Also called for the same thing: record #${record.id}.` }]);
});

test('of runs at once whose business takes no right one calls, and the others are told that it does', async () => {
  const id = randomUUID();
  const atProvider: Gate = gate();
  const { operation, calls } = provider({
    perform: async () => {
      await atProvider.opened;
      return { answer: 'succeeded', providerId: 'p_1', raw: '{}' };
    },
  });
  const runs = Array.from({ length: 6 }, () => runOn(engine, callingFor(id, operation)));
  let toldSoFar = 0;
  for (const run of runs) {
    void run.then(() => {
      toldSoFar += 1;
      if (toldSoFar === 5) atProvider.open();
    });
  }
  expect((await Promise.all(runs)).toSorted()).toEqual(['"p_1"', ...Array(5).fill(refused('unsure'))]);
  expect(calls()).toBe(1);
});

test.each([
  ['unknown', `state = 'UNKNOWN', unknown_reason = 'test'`],
  ['held', `state = 'UNKNOWN', unknown_reason = 'test', held_by = 'ada'`],
  ['parked', `parked_reason = 'test'`],
])('while a call of another run is %s no other key calls; what it was told is not stored', async (_how, standing) => {
  const id = randomUUID();
  const lost = provider({ perform: async () => ({ answer: 'unclear', why: 'lost', replayedServerError: false }) });
  const down: ExternalOperation<unknown> = {
    ...lost.operation,
    lookup: async () => ({ found: 'cannot_tell', why: 'down' }),
  };
  const first = phasedRequest();
  expect(await runOn(engine, callingFor(id, down), first)).toBe('outcome_unknown');
  await shop.observer.query(
    `UPDATE idempotency_record SET state = 'IN_PROGRESS', unknown_reason = NULL WHERE key = $1`,
    [first.key],
  );
  await shop.observer.query(`UPDATE idempotency_record SET ${standing} WHERE key = $1`, [first.key]);
  const { operation, calls } = provider();
  const second = phasedRequest();
  expect(await runOn(engine, callingFor(id, operation), second)).toBe(refused('unsure'));
  expect(calls()).toBe(0);
  expect(await recordOf(second)).toBeUndefined();
  await shop.observer.query('DELETE FROM idempotency_record WHERE key = $1', [first.key]);
  expect(await runOn(engine, callingFor(id, operation), second)).toBe('"p_1"');
});

test('a call that was lost and is absent is not sent again once an alarm is open: it is settled, and its refusal stored', async () => {
  const id = randomUUID();
  const call = await settledCall(id);
  let lookups = 0;
  const { operation, calls } = provider({
    perform: async () => ({ answer: 'unclear', why: 'lost', replayedServerError: false }),
    lookup: async () => {
      lookups += 1;
      if (lookups === 1) return { found: 'cannot_tell', why: 'down' };
      return { found: 'absent', raw: '{}' };
    },
  });
  const request = phasedRequest();
  expect(await runOn(engine, callingFor(id, operation), request)).toBe('outcome_unknown');
  await raiseAlarm(engine.database.pool, call, LATE);
  await shop.observer.query(
    `UPDATE external_reference e SET call_over_at = clock_timestamp() FROM idempotency_record r WHERE r.id = e.record_id AND r.key = $1`,
    [request.key],
  );
  await shop.observer.query(
    `UPDATE idempotency_record SET state = 'IN_PROGRESS', unknown_reason = NULL, lease_expires_at = clock_timestamp() - interval '1 s',
       next_try_at = clock_timestamp()
     WHERE key = $1`,
    [request.key],
  );
  const again = { ...request, isRetry: true };
  expect(await runOn(engine, callingFor(id, operation), again)).toBe(refused('alarm'));
  expect(calls()).toBe(1);
  const record = await recordOf(request);
  expect(record).toMatchObject({ state: 'COMPLETED', outcome: 'refusal' });
  const { rows } = await shop.observer.query('SELECT state FROM external_reference WHERE record_id = $1', [record.id]);
  expect(rows).toEqual([{ state: 'absent' }]);
});

test('a withheld run that lost its record undoes nothing and frees nothing', async () => {
  const id = randomUUID();
  await raiseAlarm(engine.database.pool, await settledCall(id), LATE);
  const request = phasedRequest();
  const { operation } = provider();
  const definition: PhasedDefinition = {
    ...callingFor(id, operation),
    run: async (run) => {
      await run.local('prepare', async () => 'ready');
      await run.external('call', { operation, request: {} });
      await shop.observer.query(`UPDATE idempotency_record SET attempt = attempt + 1 WHERE key = $1`, [request.key]);
      return await run.refuse(
        async (tx) => {
          await tx.product.create({ data: { sku: id, name: 'x', priceCents: 1, currency: 'EUR', stock: 1 } });
        },
        refuse('alarm', 409, 'Withheld.'),
      );
    },
  };
  expect(await runOn(engine, definition, request)).toBe('in_flight');
  expect(await recordOf(request)).toMatchObject({ attempt: 2, state: 'IN_PROGRESS' });
  expect((await shop.observer.query('SELECT FROM product WHERE sku = $1', [id])).rows).toEqual([]);
});
