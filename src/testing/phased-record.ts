import { claimRow } from '../engine/claim-row.ts';
import { definePhased, type PhasedDefinition, type Run } from '../engine/phased/definition.ts';
import { toStored } from '../engine/phased/stored-value.ts';
import type { KeyedRequest } from '../engine/run.ts';
import type { ExternalOperation, PerformResult } from '../idempotency/external-operation.ts';
import { claimLockKey } from '../postgres/lock-key.ts';
import { claimPhased } from '../postgres/statements/claim-phased.ts';
import type { Owner } from '../postgres/statements/prove-ownership.ts';
import { asJson, keyed, type TestEngine } from './engine.ts';

/** Procedure of the phased runs of tests. */
export const PHASED = 'test.phased';

/** A keyed request for it. */
export const phasedRequest = (key?: string): KeyedRequest =>
  keyed({ procedure: PHASED, ...(key === undefined ? {} : { key }) });

/** Claims as a process does that then dies: the record is in progress, its lease runs. */
export const claimedRecord = async (engine: TestEngine, request = phasedRequest()): Promise<Owner> => {
  const claimed = await claimPhased(engine.database.pool, claimLockKey(request.scope, request.key), {
    ...claimRow(engine, request),
    leaseOwner: 'dead',
    input: toStored({}),
    inputVersion: 1,
  });
  if (claimed.result !== 'claimed') throw new Error(`The claim of a fresh key said ${claimed.result}.`);
  return { recordId: claimed.recordId, attempt: 1 };
};

/** A definition whose run is given; `operations` are those of its external steps. */
export const phasedDefinition = (
  run: (run: Run) => ReturnType<Run['finish']>,
  operations: readonly ExternalOperation<never>[] = [answeringOperation()],
): PhasedDefinition =>
  definePhased({
    procedure: PHASED,
    version: 1,
    operations,
    encode: asJson,
    keep: keyed().policy,
    run: (steps) => run(steps),
  });

/** An operation that answers as told, in this process: where a provider's part is not what is tested. */
export const answeringOperation = (
  parts: Partial<ExternalOperation<unknown>> & { readonly answer?: PerformResult } = {},
): ExternalOperation<unknown> => ({
  provider: 'test',
  operation: 'test.call',
  apiVersion: '1',
  timeoutMs: 1_000,
  keyWindowMs: Number.POSITIVE_INFINITY,
  expects: () => ({ amount: null, account: null }),
  perform: async () => parts.answer ?? { answer: 'succeeded', providerId: 'p_1', raw: '{}' },
  lookup: async () => ({ found: 'absent', raw: '{}' }),
  ...parts,
});
