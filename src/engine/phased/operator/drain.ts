import type { PhasedDefinition } from '../definition.ts';

/** Skew between clocks, a scheduler that wakes a frozen process late, and a request that lies in a socket. */
const SKEW_MS = 2_000;

/** Where the code of a record is gone nobody knows its time-outs: longer than any provider's of ours. */
const UNKNOWN_CODE_MS = 60_000;

/** For how long a call may be on its way which the old owner sends at this very moment, in milliseconds. */
export const drainMsOf = (definition: PhasedDefinition | undefined): number =>
  SKEW_MS + (definition ? Math.max(0, ...definition.operations.map(({ timeoutMs }) => timeoutMs)) : UNKNOWN_CODE_MS);
