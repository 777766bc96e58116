import type { KeyRefusal } from '../idempotency/reason.ts';
import { inFlight, readOnly, unavailable } from '../idempotency/refusals.ts';
import type { Engine } from './engine.ts';
import type { KeyedRequest, Rejected } from './run.ts';

type Of = Pick<KeyedRequest, 'procedure'>;

/** Rejects a keyed request: the one place where that is built, and counted, once for each request. */
export function reject(engine: Pick<Engine, 'observe'>, { procedure }: Of, refusal: KeyRefusal): Rejected {
  engine.observe(refusal.reason, procedure);
  return { kind: 'refused', refusal } as Rejected;
}

/** Somebody else is at it; `recordId` where its record is known. */
export const rejectInFlight = (
  engine: Engine,
  of: Of,
  recordId?: bigint,
  retryAfterMs = IN_FLIGHT_RETRY_MS,
): Rejected => reject(engine, of, inFlight(retryAfterMs, recordId === undefined ? undefined : String(recordId)));

/** The installation takes no new work. */
export const rejectReadOnly = (engine: Engine, of: Of): Rejected => reject(engine, of, readOnly(READ_ONLY_RETRY_MS));

/** Either nothing took effect, or all of it with its record; the same key is safe. The error is reported. */
export function rejectUnavailable(engine: Engine, of: Of, error: unknown): Rejected {
  engine.report(`A run of ${of.procedure} was answered 503.`, error);
  return reject(engine, of, unavailable(UNAVAILABLE_RETRY_MS));
}

/** Most runs are over in milliseconds; half a second keeps a retry cheap for both sides. */
const IN_FLIGHT_RETRY_MS = 500;

/** Read-only mode lasts for a maintenance, not for seconds. */
export const READ_ONLY_RETRY_MS = 30_000;

/** A database that restarts is back in seconds. */
const UNAVAILABLE_RETRY_MS = 2_000;
