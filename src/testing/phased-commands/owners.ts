import type fc from 'fast-check';
import { expect } from 'vitest';
import { finishRun, refuseRun } from '../../engine/phased/last-step.ts';
import { localStep } from '../../engine/phased/local-step.ts';
import { ownedTransaction } from '../../engine/phased/owned-transaction.ts';
import { refuse } from '../../idempotency/refusal.ts';
import { freeRecord } from '../../postgres/statements/free-record.ts';
import { intendCall } from '../../postgres/statements/references.ts';
import { renewLease } from '../../postgres/statements/renew-lease.ts';
import { setAside } from '../../postgres/statements/set-aside.ts';
import { completed, owns } from '../phased-model.ts';
import { claimedRecord } from '../phased-record.ts';
import { type Command, LEASE, ofBeliever, plain } from './command.ts';
import { attemptOf, fenced, writeRow } from './fenced.ts';

const INTENT = {
  step: 'call',
  ordinal: 1,
  provider: 'test',
  operation: 'test.call',
  apiVersion: '1',
  request: '{}',
  timeoutMs: 1_000,
  keyWindowMs: 86_400_000,
  resource: null,
  amount: null,
};

/** The claim of a key that is free. */
export const claim: fc.Arbitrary<Command> = plain(
  'claim',
  ({ record }) => record === null,
  async (model, { engine, request }) => {
    const owner = await claimedRecord(engine, request);
    model.believers.push(owner);
    model.record = {
      recordId: owner.recordId,
      state: 'IN_PROGRESS',
      attempt: 1,
      lapsed: false,
      due: false,
      parked: false,
      held: false,
      steps: 0,
      began: false,
      answer: null,
    };
  },
);

/** What owners do, and those who believe to be. */
export const owners: readonly fc.Arbitrary<Command>[] = [
  plain(
    'claim again',
    ({ record }) => record !== null,
    async (_model, { engine, request }) => {
      await expect(claimedRecord(engine, request)).rejects.toThrow('exists');
    },
  ),
  ofBeliever('step', (model, world, who) =>
    fenced(model, world, {
      who,
      write: (sku) => localStep(attemptOf(model, world, who), sku, writeRow(sku)),
      landed: (sku) => {
        model.rows.push(sku);
        if (model.record) Object.assign(model.record, { steps: model.record.steps + 1, lapsed: false });
      },
    }),
  ),
  ofBeliever('intend', (model, world, who) =>
    fenced(model, world, {
      who,
      write: () =>
        ownedTransaction(attemptOf(model, world, who), async () => ({
          value: undefined,
          last: intendCall(who, { ...INTENT, downstreamKey: `${who.recordId}` }),
        })),
      landed: () => void (model.record && Object.assign(model.record, { began: true, lapsed: false })),
    }),
  ),
  ofBeliever('finish', (model, world, who) =>
    fenced(model, world, {
      who,
      write: (sku) => finishRun(attemptOf(model, world, who), writeRow(sku)),
      landed: (sku) => {
        model.rows.push(sku);
        completed(model, JSON.stringify(sku));
      },
    }),
  ),
  ofBeliever('refuse', (model, world, who) =>
    fenced(model, world, {
      who,
      write: (sku) =>
        refuseRun(attemptOf(model, world, who), async (tx) => void (await writeRow(sku)(tx)), refuse('no', 409, sku)),
      landed: (sku) => {
        model.rows.push(sku);
        completed(model, JSON.stringify({ code: 'no', message: sku }));
      },
    }),
  ),
  ofBeliever('renew', async (model, { engine }, who) => {
    const renewal = await renewLease(engine.database.pool, who, LEASE.leaseMs);
    const isOther = model.record?.recordId === who.recordId && model.record.attempt !== who.attempt;
    expect(renewal).toBe(owns(model, who) ? 'renewed' : isOther ? 'lost' : 'ended');
    if (renewal === 'renewed' && model.record) model.record.lapsed = false;
  }),
  ofBeliever('free', async (model, { engine }, who) => {
    const may = owns(model, who) && model.record?.steps === 0 && !model.record.began;
    expect(await freeRecord(engine.database.pool, who)).toBe(may);
    if (may) model.record = null;
  }),
  ...(['yield', 'unknown', 'park'] as const).map((how) =>
    ofBeliever(how, async (model, { engine }, who) => {
      const aside = { how, why: 'test', retryAfterMs: 60_000 };
      expect((await setAside(engine.database.pool, who, aside)) !== null).toBe(owns(model, who));
      if (!owns(model, who) || !model.record) return;
      Object.assign(model.record, { lapsed: true, due: false, parked: how === 'park' });
      if (how === 'unknown') model.record.state = 'UNKNOWN';
    }),
  ),
];
