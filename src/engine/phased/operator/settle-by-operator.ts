import { safeKeyWindowMs } from '../../../idempotency/key-window.ts';
import type { HeldRecord, OperatorEnd, OperatorSettlement } from '../../../idempotency/operator-settlement.ts';
import { connectionOf, type Tx } from '../../../postgres/guarded-tx.ts';
import { perform } from '../../../postgres/prepared.ts';
import { addStep } from '../../../postgres/statements/add-step.ts';
import { letGoOfRecord } from '../../../postgres/statements/let-go-of-record.ts';
import { readRun, type StoredReference } from '../../../postgres/statements/read-run.ts';
import { readerOn } from '../../../postgres/statements/reader-on.ts';
import { type Settlement, settleReference } from '../../../postgres/statements/references.ts';
import { renewKeyWindow } from '../../../postgres/statements/renew-key-window.ts';
import type { Engine } from '../../engine.ts';
import { openReference } from '../attempt-state.ts';
import type { PhasedRegistry } from '../completer.ts';
import { type CallOutcome, operationOf, type PhasedDefinition } from '../definition.ts';
import { toStored } from '../stored-value.ts';
import { endInTransaction } from './end-in-transaction.ts';

/**
 * Settles the open step of a held record in an operator's transaction, and ends the run there where only its own `finish` or
 * `refuse` remains. A string says why not: `changed` that it is not held as it was seen.
 */
export async function settleByOperator(
  engine: Engine,
  registry: PhasedRegistry,
  tx: Tx,
  of: { readonly held: HeldRecord; readonly settlement: OperatorSettlement },
): Promise<OperatorEnd | 'changed' | 'code_gone'> {
  const { held, settlement } = of;
  const client = connectionOf(tx);
  const recordId = BigInt(held.recordId);
  const before = await readRun(readerOn(client), recordId);
  if (!before) return 'changed';
  const definition = registry.get(before.procedure);
  if (!definition && settlement.do !== 'release') return 'code_gone';
  const open = openReference(before);
  const attempt = await letGoOfRecord(client, {
    ...held,
    event: settlement.do === 'release' ? 'released_by_operator' : 'settled_by_operator',
    step: open?.step ?? null,
  });
  if (attempt === null) return 'changed';
  if (open) {
    await settleReference(client, { recordId, step: open.step, ordinal: open.ordinal }, settledAs(settlement));
    if (settlement.do === 'release') {
      if (settlement.pastKeyWindow) await forgetWindow(client, { recordId, open, definition });
      return { end: 'goes_on', attempt };
    }
  }
  if (!definition) return { end: 'goes_on', attempt };
  if (open && settlement.do !== 'release') {
    const row = { name: open.step, position: before.steps.length + 1, kind: 'external' } as const;
    const result = toStored(outcomeOf(settlement));
    await perform(client, addStep({ recordId, attempt }, { ...row, result, resultVersion: definition.version }));
  }
  const stored = (await readRun(readerOn(client), recordId)) ?? before;
  const ended = await endInTransaction(engine, tx, { recordId, attempt }, { definition, stored });
  return ended ? { end: 'completed', outcome: ended.outcome, attempt } : { end: 'goes_on', attempt };
}

function settledAs(settlement: OperatorSettlement): Settlement {
  switch (settlement.do) {
    case 'adopt':
      return { state: 'confirmed', providerId: settlement.providerId };
    case 'refuse': {
      const { settled, providerId, code, message } = settlement;
      return settled === 'failed' ? { state: 'failed', providerId, code, message } : { state: 'absent' };
    }
    case 'release':
      return { state: 'absent', mayCallAgain: true };
  }
}

const outcomeOf = (settlement: Exclude<OperatorSettlement, { do: 'release' }>): CallOutcome =>
  settlement.do === 'adopt'
    ? { status: 'succeeded', providerId: settlement.providerId }
    : { status: 'declined', code: settlement.code, message: settlement.message };

/** The provider has forgotten the key, so that the call that is made now is the first one that it knows. */
async function forgetWindow(
  client: Parameters<typeof renewKeyWindow>[0],
  of: { recordId: bigint; open: StoredReference; definition: PhasedDefinition | undefined },
): Promise<void> {
  const operation = of.definition && operationOf(of.definition, of.open);
  if (!operation) return;
  const { step, ordinal } = of.open;
  await renewKeyWindow(client, { recordId: of.recordId, step, ordinal }, safeKeyWindowMs(operation));
}
