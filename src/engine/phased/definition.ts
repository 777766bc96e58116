import type { ExternalOperation } from '../../idempotency/external-operation.ts';
import type { Policy } from '../../idempotency/policy.ts';
import type { Refusal } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import type { AnswerEncoder } from '../run.ts';
import { definitionFaults } from './definition-faults.ts';

/** How an external step ended. A decline is final: the author undoes and refuses. */
export type CallOutcome =
  | { readonly status: 'succeeded'; readonly providerId: string }
  | { readonly status: 'declined'; readonly code: string; readonly message: string };

declare const ended: unique symbol;

/** Proof that a run ended through `finish` or `refuse`: nothing else makes one. */
export type Ended<Answer> = { readonly [ended]: Answer };

/**
 * The steps of a run that leaves the database. Each name is used once, and the order of the steps is the same on every
 * attempt. Code between steps runs again on each attempt, so ids, prices and times come from a step's result.
 */
export type Run = {
  /** A committed transaction, a recovery point. Its result is kept and given back on resume. */
  local<T>(name: string, work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A call that leaves the database: intent first, then the call, then what became of it. */
  external<Request>(
    name: string,
    call: { readonly operation: ExternalOperation<Request>; readonly request: Request },
  ): Promise<CallOutcome>;
  /** The last transaction: business writes and the answer commit together. After a confirmed effect it may not refuse. */
  finish<Answer>(work: (tx: Tx) => Promise<Answer>): Promise<Ended<Answer>>;
  /** Undoes the earlier local steps and stores the refusal, together. */
  refuse(undo: (tx: Tx) => Promise<void>, refusal: Refusal): Promise<Ended<never>>;
};

/** What a phased mutation is made of; `definePhased` makes one of it. */
export type PhasedParts<Input = unknown, Answer = unknown> = {
  /** The path of its procedure, by which it is entered again without the client. */
  readonly procedure: string;
  /** Raise it when stored inputs or step results of an older deploy must not be read as they are. */
  readonly version: number;
  /** Upcasts a stored input or step result of an older version, or throws when it cannot. */
  readonly upcast?: (stored: {
    readonly step: string | null;
    readonly version: number;
    readonly value: unknown;
  }) => unknown;
  /** Every operation that its external steps use, so that an unknown call can be looked up without running the code. */
  readonly operations: readonly ExternalOperation<never>[];
  readonly encode: AnswerEncoder<Answer>;
  readonly keep: Pick<Policy, 'keepAnswer' | 'maxAnswerBytes' | 'retention'>;
  run(run: Run, who: { readonly scope: string; readonly caller: string }, input: Input): Promise<Ended<Answer>>;
};

declare const checked: unique symbol;

/** A phased mutation whose parts were checked, which only `definePhased` makes. */
export type PhasedDefinition<Input = unknown, Answer = unknown> = PhasedParts<Input, Answer> & {
  readonly [checked]: true;
};

/**
 * Makes a phased mutation of its parts, before any record depends on them.
 * @throws with a sentence for each part with which a record could not be recovered or kept
 */
export function definePhased<Input, Answer>(parts: PhasedParts<Input, Answer>): PhasedDefinition<Input, Answer> {
  const faults = definitionFaults(parts);
  if (faults.length > 0)
    throw new Error(`The phased procedure ${parts.procedure} cannot be defined so. ${faults.join(' ')}`);
  return parts as PhasedDefinition<Input, Answer>;
}

/** The operation under which a call was intended, or undefined where this build has it no more. */
export const operationOf = (
  { operations }: Pick<PhasedDefinition, 'operations'>,
  of: { readonly provider: string; readonly operation: string },
): ExternalOperation<never> | undefined =>
  operations.find(({ provider, operation }) => provider === of.provider && operation === of.operation);
