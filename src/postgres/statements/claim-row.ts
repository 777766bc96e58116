import type { Resource } from '../../idempotency/decide-right.ts';
import type { Value } from '../prepared.ts';

/** What a record says of the request that claimed it: who asked, for what, and for how long. */
export type ClaimRow = {
  readonly scope: string;
  readonly key: string;
  readonly procedure: string;
  readonly caller: string;
  readonly fingerprint: Uint8Array;
  readonly fingerprintVersion: number;
  /** JSON text. */
  readonly fieldPrints: string;
  readonly leaseMs: number;
  /** What the request is about, where its procedure says so. */
  readonly resource: Resource | null;
};

/** Its columns in the order in which every writing statement takes them. */
export const claimValues = (row: ClaimRow): Value[] => [
  row.scope,
  row.key,
  row.procedure,
  row.caller,
  row.fingerprint,
  row.fingerprintVersion,
  row.fieldPrints,
  row.leaseMs,
];

/** The two columns of what the request is about, which each statement takes behind all others. */
export const subjectValues = ({ resource }: Pick<ClaimRow, 'resource'>): Value[] => [
  resource?.type ?? null,
  resource?.id ?? null,
];
