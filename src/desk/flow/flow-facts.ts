import type { EvidenceResult } from '../../idempotency/lookup-evidence.ts';

/** Which page a record is taken hold of from: an owner that went silent, or an outcome that nobody knows. */
export type FlowKind = 'release' | 'resolve';

/** A record as the gate sees it; times are differences that the database's clock made. */
export type RecordFacts = {
  readonly mode: string;
  readonly state: 'IN_PROGRESS' | 'UNKNOWN' | 'COMPLETED';
  readonly attempt: number;
  readonly parkedReason: string | null;
  /** Since the lease lapsed, in milliseconds; negative while it runs. */
  readonly leaseLapsedMs: number;
  /** Since the owner's last sign; null for a transactional record. */
  readonly heartbeatAgeMs: number | null;
  readonly hold: HoldFacts | null;
};

/** Who holds a record, and how that stands. */
export type HoldFacts = {
  readonly heldBy: string;
  readonly heldName: string;
  readonly reason: string;
  /** Until the authoritative look-up may be made, in milliseconds; zero or less: now. */
  readonly drainLeftMs: number;
  /** Since the holder's last act. */
  readonly idleMs: number;
};

/** The call whose end is not known, as decisions see it. */
export type OpenCallFacts = {
  readonly step: string;
  readonly ordinal: number;
  /** Until the provider may forget the key, an hour early; zero or less: it may have. */
  readonly keyWindowLeftMs: number;
  readonly sinceLastCallMs: number;
};

/** A saved look-up as decisions see it. */
export type EvidenceFacts = {
  readonly id: string;
  readonly attempt: number;
  readonly step: string;
  readonly ordinal: number;
  readonly weight: 'advisory' | 'authoritative';
  readonly result: EvidenceResult;
  readonly keyWindowOpen: boolean;
  /** The operator named the provider's id that was retrieved. */
  readonly isNamed: boolean;
  readonly validLeftMs: number;
};
