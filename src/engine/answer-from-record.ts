import { decide } from '../idempotency/decide.ts';
import type { RecordView } from '../idempotency/record.ts';
import { inFlight } from '../idempotency/refusals.ts';
import { addConflict } from '../postgres/statements/add-conflict.ts';
import { readRecord } from '../postgres/statements/read-record.ts';
import type { Engine } from './engine.ts';
import type { KeyedRequest, RunResult } from './run.ts';

/** Reads the record with a fresh statement and answers from it; null when there is none. Holds no connection after. */
export async function answerFromRecord(engine: Engine, request: KeyedRequest): Promise<RunResult | null> {
  const record = await readRecord(engine.database.reader, request.scope, request.key);
  return record ? answerFrom(engine, request, record) : null;
}

/** Answers a request whose record was read. Writes nothing to the record. */
async function answerFrom(engine: Engine, request: KeyedRequest, record: RecordView): Promise<RunResult> {
  const decision = decide(record, request);
  switch (decision.do) {
    case 'replay':
      engine.seen.add(request.scope, request.key);
      engine.replays.count(record.id);
      engine.observe('replayed', request.procedure);
      return { kind: 'answered', outcome: decision.record.outcome, replayed: true, text: decision.record.answer };
    case 'recover':
      // A transactional record is never visible before it is complete, so that nobody has to recover one.
      engine.observe('in_flight', request.procedure);
      return { kind: 'refused', refusal: inFlight(engine.limits.runMs) };
    case 'refuse':
      if (decision.conflict) await noteConflict(engine, request, record, decision.refusal.differingFields ?? []);
      engine.observe(decision.refusal.reason, request.procedure);
      return { kind: 'refused', refusal: decision.refusal };
  }
}

/** A conflict that cannot be noted is still a conflict: the caller gets the 422, the fault is reported. */
async function noteConflict(
  engine: Engine,
  request: KeyedRequest,
  record: RecordView,
  differingFields: readonly string[],
): Promise<void> {
  try {
    await addConflict(engine.database.pool, {
      recordId: record.id,
      scope: request.scope,
      caller: request.caller,
      procedure: request.procedure,
      fingerprint: request.fingerprintAt(record.fingerprint.version).digest,
      differingFields,
    });
  } catch (error) {
    engine.report('A conflict event could not be written.', error);
  }
}
