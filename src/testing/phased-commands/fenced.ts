import { expect } from 'vitest';
import type { AttemptState } from '../../engine/phased/attempt-state.ts';
import { LostOwnership } from '../../engine/phased/interruption.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { type Believer, owns, type PhasedModel } from '../phased-model.ts';
import { PHASED, phasedDefinition } from '../phased-record.ts';
import type { PhasedWorld } from './command.ts';

const NOT_RUN = phasedDefinition(() => Promise.reject(new Error('Steps are driven one by one here.')));

/** The attempt of a believer, as it has it in memory. */
export const attemptOf = (model: PhasedModel, { engine, request }: PhasedWorld, owner: Believer): AttemptState => ({
  engine,
  owner,
  definition: NOT_RUN,
  stored: {
    scope: request.scope,
    key: request.key,
    procedure: PHASED,
    caller: 'test',
    input: null,
    inputVersion: 1,
    resource: null,
    steps: [],
    references: [],
  },
  resource: null,
  position: model.record?.steps ?? 0,
  used: new Set(),
  busyWith: null,
  hasConfirmedEffect: false,
  isWithheld: false,
  failure: null,
});

/** Work that writes one business row. */
export const writeRow = (sku: string) => async (tx: Tx) => {
  await tx.product.create({ data: { sku, name: 'x', priceCents: 1, currency: 'EUR', stock: 1 } });
  return sku;
};

/** A fenced transaction with a business row in it: both land, or neither. */
export const fenced = async (
  model: PhasedModel,
  world: PhasedWorld,
  of: { who: Believer; write: (sku: string) => Promise<unknown>; landed: (sku: string) => void },
): Promise<void> => {
  const sku = `${world.request.key} ${world.count++}`;
  if (!owns(model, of.who)) {
    await expect(of.write(sku)).rejects.toBeInstanceOf(LostOwnership);
    return;
  }
  await of.write(sku);
  of.landed(sku);
};
