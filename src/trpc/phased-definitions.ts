import type { z } from 'zod';
import type { PhasedRegistry } from '../engine/phased/completer.ts';
import { definePhased, type PhasedDefinition } from '../engine/phased/definition.ts';
import { MAX_ANSWER_BYTES, type Retention } from '../idempotency/policy.ts';
import { byEveryPath, type NamedProcedure } from '../idempotency/procedure-paths.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { type CardOperations, type PaidOrder, paidResource, payOrder, type payOrderInput } from '../shop/pay-order.ts';
import {
  type LedgerOperations,
  type ReleasedEscrow,
  releasedResource,
  releaseEscrow,
  type releaseEscrowInput,
} from '../shop/release-escrow.ts';
import { encodeAnswer } from './encode-answer.ts';

export type PhasedDefinitions = {
  readonly payOrder: PhasedDefinition<z.output<typeof payOrderInput>, PaidOrder>;
  readonly releaseEscrow: PhasedDefinition<z.output<typeof releaseEscrowInput>, ReleasedEscrow>;
};

/** Where each is mounted. A renamed one lists its earlier paths in `formerly`, so that their records are still entered. */
const PATHS = {
  payOrder: { procedure: 'orders.pay', formerly: [] },
  releaseEscrow: { procedure: 'escrow.release', formerly: [] },
} as const satisfies Readonly<Record<keyof PhasedDefinitions, NamedProcedure>>;

/** The paths of all phased procedures. */
export const PHASED_PATHS: readonly NamedProcedure[] = Object.values(PATHS);

/** The phased procedures with the providers they call: the router and the worker enter the same ones. */
export function phasedDefinitions(
  operations: CardOperations & LedgerOperations,
  retention: Retention,
): PhasedDefinitions {
  const keep = { keepAnswer: 'full', maxAnswerBytes: MAX_ANSWER_BYTES, retention } as const;
  return {
    payOrder: definePhased<z.output<typeof payOrderInput>, PaidOrder>({
      ...PATHS.payOrder,
      operations: [operations.chargeCard],
      resource: paidResource,
      version: 1,
      keep,
      encode: encodeAnswer(PATHS.payOrder.procedure, (paid: PaidOrder) => paid.paymentId),
      run: (run, account, input) => payOrder(run, account, input, operations),
    }),
    releaseEscrow: definePhased<z.output<typeof releaseEscrowInput>, ReleasedEscrow>({
      ...PATHS.releaseEscrow,
      operations: [operations.submitEscrow],
      resource: releasedResource,
      version: 1,
      keep,
      encode: encodeAnswer(PATHS.releaseEscrow.procedure, (released: ReleasedEscrow) => released.escrowId),
      run: (run, account, input) => releaseEscrow(run, account, input, operations),
    }),
  };
}

/** The same, by each path that their records may have. */
export const registryOf = (definitions: PhasedDefinitions): PhasedRegistry =>
  byEveryPath(Object.values(definitions) as PhasedDefinition[]);

const known = new WeakMap<Runtime, PhasedDefinitions>();

/** The definitions of a runtime, made once for each. */
export function definitionsOf(runtime: Runtime): PhasedDefinitions {
  const made = known.get(runtime) ?? phasedDefinitions(runtime.providers, runtime.retention);
  known.set(runtime, made);
  return made;
}
