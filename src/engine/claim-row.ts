import { CURRENT_VERSION } from '../idempotency/fingerprint.ts';
import type { ClaimRow } from '../postgres/statements/claim-row.ts';
import type { Engine } from './engine.ts';
import type { KeyedRequest } from './run.ts';

/** What the record says of this request. */
export function claimRow(engine: Engine, request: KeyedRequest): ClaimRow {
  const fingerprint = request.fingerprintAt(CURRENT_VERSION);
  return {
    scope: request.scope,
    key: request.key,
    procedure: request.procedure,
    caller: request.caller,
    fingerprint: fingerprint.digest,
    fingerprintVersion: fingerprint.version,
    fieldPrints: JSON.stringify(fingerprint.fields),
    leaseMs: engine.limits.leaseMs,
    resource: request.resource ?? null,
  };
}
