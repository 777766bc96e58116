import type { ExpectedEffect } from '../../idempotency/external-operation.ts';
import type { Snapshot } from '../../postgres/read-only.ts';
import { type ApprovalRow, openApproval } from '../../postgres/statements/approvals.ts';
import { type EvidenceRow, listEvidence } from '../../postgres/statements/evidence.ts';
import { type HeldRecordRow, readHeld } from '../../postgres/statements/read-held.ts';
import { type OpenCallRow, readOpenCall } from '../../postgres/statements/read-open-call.ts';
import { maskJson } from '../mask-json.ts';
import { maskText } from '../mask-text.ts';
import type { Operator } from '../operator.ts';
import { checkEvidence } from './check-evidence.ts';
import { checkTakeover, IDLE_HOLD_MS } from './check-takeover.ts';
import { confirmationCode } from './confirmation-code.ts';
import { fenceGate } from './fence-gate.ts';
import type { FlowKind } from './flow-facts.ts';
import type { FlowReason, FlowRefusal } from './flow-refusal.ts';
import { mayNameProviderId, type Offer, offersOn } from './offers.ts';

/** Why a step is closed, as a page shows it. */
export type Closed = { readonly reason: FlowReason; readonly message: string };

/** An offer as the confirmation shows it: with the code that is to be typed. */
export type ShownOffer = Offer & { readonly code: string; readonly evidenceId: string | null };

/** All that the pages of a flow show; `request` of the open call stays on the server. */
export type FlowPageData = {
  readonly record: HeldRecordRow;
  /** Null where the record may be taken hold of now by the one who asks. */
  readonly gate: Readonly<Record<FlowKind, Closed | null>>;
  readonly openCall: Omit<OpenCallRow, 'request'> | null;
  readonly evidence: readonly EvidenceRow[];
  /** The newest authoritative look-up, while it is valid and of this call and attempt. */
  readonly current: EvidenceRow | null;
  readonly offers: readonly ShownOffer[];
  readonly approval: ApprovalRow | null;
  readonly isHolder: boolean;
  /** Null where the hold may be taken over now by the one who asks. */
  readonly takeover: Closed | null;
  readonly isIdle: boolean;
  readonly mayNameProviderId: boolean;
  readonly asOf: Date;
};

/** The same with what only the code knows: the effect that the open call was meant to have, and what a run may send. */
export type FlowAnswer = FlowPageData & {
  readonly expected: ExpectedEffect | null;
  readonly possibleEffects: readonly string[];
  readonly drainMs: number;
};

/** The flow of a record as the one who asks may walk it; null when there is no such record. */
export async function getFlow(
  { client, asOf }: Snapshot,
  operator: Pick<Operator, 'userId'>,
  of: { readonly id: string; readonly secret: Uint8Array },
): Promise<(FlowPageData & { readonly request: string | null }) | null> {
  const { id, secret } = of;
  const record = await readHeld(client, id, 'shown');
  if (!record) return null;
  const open = await readOpenCall(client, id, 'shown');
  const evidence = (await listEvidence(client, id)).map(masked);
  const approval = await openApproval(client, id);
  const { attempt, hold } = record;
  const newest = evidence.find(({ weight }) => weight === 'authoritative') ?? null;
  const current = open && newest && !checkEvidence(newest, { attempt, openCall: open }) ? newest : null;
  const isDrained = hold !== null && hold.drainLeftMs <= 0;
  const evidenceId = current?.id ?? null;
  const offers = (isDrained ? offersOn(current, open) : []).map((offer) => ({
    ...offer,
    evidenceId,
    code: confirmationCode(secret, { recordId: id, attempt, decision: offer.decision, evidenceId }),
  }));
  const { request = null, ...openCall } = open ?? {};
  return {
    record: {
      ...record,
      parkedReason: maskedText(record.parkedReason),
      unknownReason: maskedText(record.unknownReason),
    },
    gate: {
      release: closed(fenceGate(record, 'release', operator.userId)),
      resolve: closed(fenceGate(record, 'resolve', operator.userId)),
    },
    openCall: open ? (openCall as Omit<OpenCallRow, 'request'>) : null,
    request,
    evidence,
    current,
    offers,
    approval,
    isHolder: hold?.heldBy === operator.userId,
    takeover: closed(checkTakeover(record, attempt, operator.userId)),
    isIdle: hold !== null && hold.idleMs >= IDLE_HOLD_MS,
    mayNameProviderId: mayNameProviderId(open),
    asOf,
  };
}

const closed = (refusal: FlowRefusal | null): Closed | null =>
  refusal && { reason: refusal.code, message: refusal.message };

const maskedText = (text: string | null): string | null => text && maskText(text);

const masked = (row: EvidenceRow): EvidenceRow => ({ ...row, raw: row.raw && maskJson(row.raw).text });
