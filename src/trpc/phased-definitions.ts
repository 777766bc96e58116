import type { z } from 'zod';
import type { PhasedRegistry } from '../engine/phased/completer.ts';
import { definePhased, type PhasedDefinition } from '../engine/phased/definition.ts';
import { MAX_ANSWER_BYTES, type Retention } from '../idempotency/policy.ts';
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

/** The phased procedures with the providers they call: the router and the worker enter the same ones. */
export function phasedDefinitions(
  operations: CardOperations & LedgerOperations,
  retention: Retention,
): PhasedDefinitions {
  const keep = { keepAnswer: 'full', maxAnswerBytes: MAX_ANSWER_BYTES, retention } as const;
  return {
    payOrder: definePhased<z.output<typeof payOrderInput>, PaidOrder>({
      procedure: 'orders.pay',
      operations: [operations.chargeCard],
      resource: paidResource,
      version: 1,
      keep,
      encode: encodeAnswer('orders.pay', (paid: PaidOrder) => paid.paymentId),
      run: (run, account, input) => payOrder(run, account, input, operations),
    }),
    releaseEscrow: definePhased<z.output<typeof releaseEscrowInput>, ReleasedEscrow>({
      procedure: 'escrow.release',
      operations: [operations.submitEscrow],
      resource: releasedResource,
      version: 1,
      keep,
      encode: encodeAnswer('escrow.release', (released: ReleasedEscrow) => released.escrowId),
      run: (run, account, input) => releaseEscrow(run, account, input, operations),
    }),
  };
}

/** The same, by procedure. */
export const registryOf = (definitions: PhasedDefinitions): PhasedRegistry =>
  new Map(Object.values(definitions).map((definition) => [definition.procedure, definition as PhasedDefinition]));

const known = new WeakMap<Runtime, PhasedDefinitions>();

/** The definitions of a runtime, made once for each. */
export function definitionsOf(runtime: Runtime): PhasedDefinitions {
  const made = known.get(runtime) ?? phasedDefinitions(runtime.providers, runtime.retention);
  known.set(runtime, made);
  return made;
}
