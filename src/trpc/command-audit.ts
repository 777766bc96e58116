import type { Applied } from '../desk/applied.ts';
import { auditText } from '../desk/audit-text.ts';
import type { Operator } from '../desk/operator.ts';
import type { RunResult } from '../engine/run.ts';
import { type AuditRow, addRefusedAudit } from '../postgres/statements/add-audit.ts';
import type { Denial } from './admit-operator.ts';
import type { CommandAbout, WithRequest } from './command-about.ts';
import type { Context } from './context.ts';

/** What the audit knows of a command before it has run. */
type AuditStart = Omit<AuditRow, 'refusal' | 'before' | 'after' | 'evidenceId' | 'secondActorId'>;

/** The audit row of a command as it begins. */
export function auditOf<Named>(about: CommandAbout<Named>, operator: Operator, input: WithRequest<Named>): AuditStart {
  return {
    actorId: operator.userId,
    actorName: operator.name,
    role: operator.role,
    action: about.action,
    requestId: input.requestId,
    reason: reasonOf(input),
    ...targetOf(about, input),
  };
}

const targetOf = <Named>(about: CommandAbout<Named>, input: Named) => {
  const { target, recordId = null } = about.target(input);
  return { target, recordId };
};

const reasonOf = (input: object): string | null =>
  'reason' in input && typeof input.reason === 'string' ? input.reason : null;

/** The audit row of what was done, written in the same transaction. */
export const appliedRow = (row: AuditStart, applied: Applied<unknown>): AuditRow & { refusal: null } => ({
  ...row,
  target: applied.target ?? row.target,
  refusal: null,
  evidenceId: applied.evidenceId ?? null,
  secondActorId: applied.secondActorId ?? null,
  before: auditText(applied.before),
  after: auditText(applied.after),
});

/** A denied attempt is part of the audit; where even that cannot be written, the denial stands and the fault is reported. */
export async function noteDenial<Named>(
  ctx: Context,
  about: CommandAbout<Named>,
  { reason, actor }: Denial,
  input: WithRequest<Named> | undefined,
): Promise<void> {
  const named = input
    ? { requestId: input.requestId, reason: reasonOf(input), ...targetOf(about, input) }
    : UNREADABLE(ctx);
  const row = {
    actorId: actor.id,
    actorName: actor.name,
    role: actor.role,
    action: about.action,
    refusal: reason,
    ...named,
  };
  await addRefusedAudit(ctx.runtime.database.pool, row, { once: false }).catch((error: unknown) =>
    ctx.runtime.engine.report(`The audit row of a denied ${about.action} could not be written.`, error),
  );
}

/** Whoever may not send a command may not be told what is wrong with its input either. */
const UNREADABLE = (ctx: Context) => ({
  requestId: ctx.requestId,
  reason: null,
  target: '(unreadable input)',
  recordId: null,
});

/** Written after the rollback, and with each replay if it is missing. */
export async function noteRefusal(ctx: Context, row: AuditRow & { refusal: string }, result: RunResult): Promise<void> {
  const once = result.kind === 'answered' && result.replayed;
  await addRefusedAudit(ctx.runtime.database.pool, row, { once }).catch((error: unknown) =>
    ctx.runtime.engine.report(`The audit row of a refused ${row.action} could not be written.`, error),
  );
}
