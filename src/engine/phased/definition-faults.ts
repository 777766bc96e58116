import type { ExternalOperation } from '../../idempotency/external-operation.ts';
import { safeKeyWindowMs } from '../../idempotency/key-window.ts';
import { type PolicyOptions, policyFaults } from '../../idempotency/policy.ts';

/** A router's path, which records are found again by. */
const PATH = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;

/** What a smallint holds: the version is stored with each result. */
const MAX_VERSION = 32_767;

/** Half an hour: no lease is renewed for longer, so that no call may take longer either. */
const MAX_TIMEOUT_MS = 1_800_000;

type DefinitionParts = {
  readonly procedure: string;
  readonly version: number;
  readonly operations: readonly ExternalOperation<never>[];
  readonly keep: PolicyOptions;
};

/** One sentence for each part of a definition with which its records could not be recovered; empty when all is sound. */
export const definitionFaults = ({ procedure, version, operations, keep }: DefinitionParts): readonly string[] => [
  ...(PATH.test(procedure) ? [] : [`procedure must be a router's path such as "orders.pay", found "${procedure}".`]),
  ...(Number.isInteger(version) && version >= 1 && version <= MAX_VERSION
    ? []
    : [`version must be a whole number from 1 to ${MAX_VERSION}, found ${String(version)}.`]),
  ...(operations.length > 0 ? [] : ['operations must list each operation that its external steps use; it is empty.']),
  ...repeated(operations.map(nameOf)).map(
    (name) => `operations lists ${name} twice, which look-ups could not tell apart.`,
  ),
  ...operations.flatMap(operationFaults),
  ...policyFaults(keep),
];

function operationFaults(operation: ExternalOperation<never>): string[] {
  const { timeoutMs, keyWindowMs } = operation;
  return [
    ...(timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS
      ? []
      : [
          `timeoutMs of ${nameOf(operation)} must be above 0 and at most ${MAX_TIMEOUT_MS}, found ${String(timeoutMs)}.`,
        ]),
    // Closed an hour early, a shorter window would be closed before the first call.
    ...(safeKeyWindowMs(operation) > timeoutMs
      ? []
      : [
          `keyWindowMs of ${nameOf(operation)} must be longer than an hour and its time-out together, found ${String(keyWindowMs)}.`,
        ]),
  ];
}

const nameOf = ({ provider, operation }: ExternalOperation<never>): string => `${operation} of ${provider}`;

const repeated = (names: readonly string[]): readonly string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];
