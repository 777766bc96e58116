import fc from 'fast-check';
import type { KeyedRequest } from '../../engine/run.ts';
import type { TestEngine } from '../engine.ts';
import type { Believer, PhasedModel } from '../phased-model.ts';

/** The database's half of one key. */
export type PhasedWorld = {
  readonly engine: TestEngine;
  readonly request: KeyedRequest;
  /** Changes the key's record by hand, as an operator does; gives how many rows that were. */
  byHand(set: string): Promise<number>;
  /** Numbers business rows and steps. */
  count: number;
};

/** One thing that somebody does, in the database and in the model. */
export type Command = fc.AsyncCommand<PhasedModel, PhasedWorld>;

/** The lease that everybody asks for. */
export const LEASE = { leaseMs: 30_000, leaseOwner: 'test' };

/** A command that needs a believer: half the time the newest, else one of all who ever owned the key. */
export const ofBeliever = (
  name: string,
  run: (model: PhasedModel, world: PhasedWorld, who: Believer) => Promise<void>,
): fc.Arbitrary<Command> =>
  fc.oneof(fc.constant(0), fc.nat(7)).map((n) => {
    const of = ({ believers }: PhasedModel) => believers[Math.max(0, believers.length - 1 - n)];
    return {
      check: (model) => of(model) !== undefined,
      run: async (model, world) => run(model, world, of(model) as Believer),
      toString: () => `${name}(${n} from the newest)`,
    };
  });

/** A command that somebody else gives. */
export const plain = (
  name: string,
  check: (model: PhasedModel) => boolean,
  run: (model: PhasedModel, world: PhasedWorld) => Promise<void>,
): fc.Arbitrary<Command> => fc.constant({ check, run, toString: () => name });
