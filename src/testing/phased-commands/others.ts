import type fc from 'fast-check';
import { expect } from 'vitest';
import { pickAbandoned } from '../../postgres/statements/pick-abandoned.ts';
import { pickUnknown } from '../../postgres/statements/pick-unknown.ts';
import { reopenUnknown } from '../../postgres/statements/reopen-unknown.ts';
import { takeOver } from '../../postgres/statements/take-over.ts';
import { isAbandoned, type PhasedModel, type PhasedRecordModel, takenOver } from '../phased-model.ts';
import { type Command, LEASE, ofBeliever, plain } from './command.ts';

const always = (): boolean => true;
const isOpen = ({ record }: PhasedModel): boolean => record !== null && record.state !== 'COMPLETED';

/** What time does, and clients and completers after it. */
export const recovery: readonly fc.Arbitrary<Command>[] = [
  ofBeliever('take over', async (model, { engine }, who) => {
    const isSeen = model.record?.recordId === who.recordId && model.record.attempt === who.attempt;
    const attempt = await takeOver(engine.database.pool, who, LEASE);
    expect(attempt).toBe(isSeen && isAbandoned(model) && model.record?.due ? who.attempt + 1 : null);
    if (attempt !== null) takenOver(model, attempt);
  }),
  plain('complete abandoned', always, async (model, { engine }) => {
    const picked = await pickAbandoned(engine.database.pool, 10, LEASE);
    const mine = picked.find(({ recordId }) => recordId === model.record?.recordId);
    expect(mine?.attempt).toBe(isAbandoned(model) && model.record?.due ? model.record.attempt + 1 : undefined);
    if (mine) takenOver(model, mine.attempt);
  }),
  plain('look up unknown', always, async (model, { engine }) => {
    const picked = await pickUnknown(engine.database.pool, 10);
    const mine = picked.find(({ recordId }) => recordId === model.record?.recordId);
    const isDue = model.record?.state === 'UNKNOWN' && model.record.due && !model.record.held;
    expect(mine !== undefined).toBe(isDue);
    if (!mine) return;
    const attempt = await reopenUnknown(engine.database.pool, mine, LEASE, { verdict: 'test', raw: null });
    expect(attempt).toBe(mine.attempt + 1);
    takenOver(model, mine.attempt + 1);
  }),
  ofBeliever('reopen at an attempt seen before', async (model, { engine }, who) => {
    const { record } = model;
    const may = record?.recordId === who.recordId && record.attempt === who.attempt && record.state === 'UNKNOWN';
    const attempt = await reopenUnknown(engine.database.pool, who, LEASE, { verdict: 'test', raw: null });
    expect(attempt).toBe(may && !record?.held ? who.attempt + 1 : null);
    if (attempt !== null) takenOver(model, attempt);
  }),
  plain('time passes', isOpen, async ({ record }, { byHand }) => {
    await byHand(
      `lease_expires_at = clock_timestamp() - interval '1 s', next_try_at = clock_timestamp() - interval '1 s'`,
    );
    if (record) Object.assign(record, { lapsed: true, due: true });
  }),
];

/** An operator's move raises the attempt, which whoever looks at the record then sees, a completer for one. */
const movedByHand = (model: PhasedModel, to: Partial<PhasedRecordModel>): void => {
  if (!model.record) return;
  Object.assign(model.record, to, { attempt: model.record.attempt + 1 });
  model.believers.push({ recordId: model.record.recordId, attempt: model.record.attempt });
};

/** What operators do by hand, and what nobody may do. */
export const operators: readonly fc.Arbitrary<Command>[] = [
  plain(
    'an operator fences',
    ({ record }) => record?.state === 'IN_PROGRESS' && !record.parked,
    async (model, { byHand }) => {
      await byHand(`state = 'UNKNOWN', unknown_reason = 'held', held_by = 'op', attempt = attempt + 1`);
      movedByHand(model, { state: 'UNKNOWN', held: true });
    },
  ),
  plain(
    'an operator releases',
    ({ record }) => record?.state !== 'COMPLETED' && (record?.held || record?.parked) === true,
    async (model, { byHand }) => {
      await byHand(`state = 'IN_PROGRESS', unknown_reason = NULL, held_by = NULL, parked_reason = NULL, attempt = attempt + 1,
        lease_expires_at = clock_timestamp(), next_try_at = clock_timestamp()`);
      movedByHand(model, { state: 'IN_PROGRESS', held: false, parked: false, lapsed: true, due: true });
    },
  ),
  plain(
    'somebody sets the attempt back',
    ({ record }) => record !== null,
    async (_model, { byHand }) => {
      await expect(byHand('attempt = attempt - 1')).rejects.toMatchObject({ code: '23514' });
    },
  ),
];
