import { decide } from '../idempotency/decide.ts';
import type { InProgressRecord, RecordView } from '../idempotency/record.ts';
import { readRecord } from '../postgres/statements/read-record.ts';
import type { Engine } from './engine.ts';
import { reject, rejectInFlight } from './reject.ts';
import type { Answered, KeyedRequest, RunResult } from './run.ts';

/** A phased record whose lease lapsed: this request may take it over. */
export type Abandoned = { readonly kind: 'abandoned'; readonly record: InProgressRecord };

/** Reads the record with a fresh statement and answers from it; null when there is none. Holds no connection after. */
export async function answerFromRecord(engine: Engine, request: KeyedRequest): Promise<RunResult | null> {
  const seen = await lookAtRecord(engine, request);
  if (seen?.kind !== 'abandoned') return seen;
  // Only a run of the same procedure may take it over.
  return rejectInFlight(engine, request, seen.record.id, TAKEN_OVER_SOON_MS);
}

/** The completer takes a lapsed record over within seconds. */
const TAKEN_OVER_SOON_MS = 1_000;

/** The same, telling an abandoned record apart. Writes nothing to the record. */
export async function lookAtRecord(engine: Engine, request: KeyedRequest): Promise<RunResult | Abandoned | null> {
  const record = await readRecord(engine.database.reader, request.scope, request.key);
  if (!record) return null;
  const decision = decide(record, request);
  switch (decision.do) {
    case 'replay':
      engine.seen.add(request.scope, request.key);
      engine.replays.count(record.id);
      engine.observe('replayed', request.procedure);
      return { kind: 'answered', outcome: decision.record.outcome, replayed: true, text: decision.record.answer };
    case 'recover':
      return { kind: 'abandoned', record: decision.record };
    case 'refuse':
      if (decision.conflict) await noteConflict(engine, request, record, decision.refusal.differingFields ?? []);
      if (PAST_RETENTION.has(decision.refusal.reason)) engine.replays.countLate(record.id);
      return reject(engine, request, decision.refusal);
  }
}

/**
 * The outcome that this very request stored, when it could not be told so at once: the record is asked, and nothing is counted
 * as a replay or a rejection. Null when no outcome is kept.
 */
export async function readOwnAnswer(engine: Engine, request: KeyedRequest): Promise<Answered | null> {
  const record = await readRecord(engine.database.reader, request.scope, request.key);
  const decision = record && decide(record, request);
  if (decision?.do !== 'replay') return null;
  engine.seen.add(request.scope, request.key);
  return { kind: 'answered', outcome: decision.record.outcome, replayed: false, text: decision.record.answer };
}

/** A retry came later than its answer, or its key, is kept: what the desk compares the retention with. */
const PAST_RETENTION: ReadonlySet<string> = new Set(['answer_purged', 'key_expired']);

/** A conflict that cannot be noted is still a conflict: the caller gets the 422, the fault is reported. */
async function noteConflict(
  engine: Engine,
  request: KeyedRequest,
  record: RecordView,
  differingFields: readonly string[],
): Promise<void> {
  engine.replays.countConflict(record.procedure);
  await engine.conflicts.note({
    recordId: record.id,
    scope: request.scope,
    caller: request.caller,
    procedure: request.procedure,
    fingerprint: request.fingerprintAt(record.fingerprint.version).digest,
    differingFields,
  });
}
