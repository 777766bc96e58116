import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import type { Applied } from '../desk/applied.ts';
import { auditText } from '../desk/audit-text.ts';
import type { Operator } from '../desk/operator.ts';
import { type Permission, roleMay } from '../desk/permissions.ts';
import type { RunResult } from '../engine/run.ts';
import { runTransactional } from '../engine/transactional.ts';
import { Refusal } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { type AuditRow, addAppliedAudit, addRefusedAudit } from '../postgres/statements/add-audit.ts';
import { admitOperator, type CommandNeeds, type Denial, denied, lacking } from './admit-operator.ts';
import type { Context } from './context.ts';
import { emit } from './emit-result.ts';
import { encodeAnswer } from './encode-answer.ts';
import { RefusalAnswered } from './error-causes.ts';
import { t } from './init.ts';
import { keyedRequest, type ProtectedOptions } from './keyed-request.ts';
import { workFailure } from './work-failure.ts';

/** What a command is aimed at, as the audit names it: `record:12`, `conflict:3`, `user:abc`. */
export type CommandTarget = { readonly target: string; readonly recordId?: string | null };

/** What a command is: who may send it, and what the audit calls it. */
export type CommandAbout<Named> = CommandNeeds & {
  /** `record.fence`: a thing and a verb. */
  readonly action: string;
  readonly target: (input: Named) => CommandTarget;
  /** A permission that depends on what is asked for, beside the one that is always needed. */
  readonly alsoNeeds?: (input: Named) => Permission;
};

/** What the resolver of a command gets; `prepared` is what `prepare` gave. */
export type CommandContext<P> = { readonly tx: Tx; readonly operator: Operator; readonly prepared: P };

type Options<Input, P> = Pick<ProtectedOptions<Input>, 'keepAnswer'> & {
  /** Runs before the transaction and outside of it, for what may not be in one: a provider's look-up. Must be repeatable. */
  readonly prepare?: (call: { ctx: Context & { operator: Operator }; input: Input }) => Promise<P | Refusal>;
};

type WithRequest<T> = T & { readonly requestId: string };

/** What a caller sends. A schema without members says that it has none of any name, which would forbid the id too. */
type Sent<T> = (string extends keyof T ? unknown : T) & { readonly requestId: string };

/**
 * A mutation of the desk: `operatorCommand({ permission, action, target }).input(schema).mutation(verb)`. Admitted by
 * permission, read-only mode and, if `severe`, the age of the sign-in; then run at most once per operator and request id;
 * effect and audit row commit together. Whatever is refused leaves a row `refused` with its reason.
 */
export const operatorCommand = <Named>(about: CommandAbout<Named>) => ({
  input: <S extends z.ZodObject & z.ZodType<Named>, P = undefined>(
    shape: S,
    options: Options<WithRequest<z.output<S>>, P> = {},
  ) => {
    type Input = WithRequest<z.output<S>>;
    const schema = shape.extend({ requestId: z.uuid() }) as unknown as z.ZodType<Input, Sent<z.input<S>>>;
    return {
      mutation: <Answer>(
        resolve: (call: { ctx: CommandContext<P>; input: Input }) => Promise<Applied<Answer> | Refusal>,
      ) =>
        t.procedure
          .use(async ({ ctx, getRawInput, next }) => {
            const admitted = await admitOperator(ctx, about);
            if ('operator' in admitted) return next({ ctx: { operator: admitted.operator } });
            const input = schema.safeParse(await getRawInput().catch(() => undefined));
            await noteDenial(ctx, about, admitted.denial, input.data);
            throw denied(admitted.denial);
          })
          .input(schema)
          .use(async ({ ctx, input: parsed, path, next }) => {
            const input = parsed as Input;
            const request = commandRequest(ctx, { path, schema, input, options });
            const row = auditOf(about, ctx.operator, input);
            const needed = about.alsoNeeds?.(input);
            if (needed && !roleMay(ctx.operator.role, needed)) {
              const denial = lacking(ctx.operator, needed);
              await noteDenial(ctx, about, denial, input);
              throw denied(denial);
            }
            const prepared = options.prepare ? await options.prepare({ ctx, input }) : (undefined as P);
            const continueWith = (tx: Tx) => next({ ctx: { tx, prepared: prepared as P } });
            const work = async (tx: Tx): Promise<unknown> => {
              if (prepared instanceof Refusal) return prepared;
              const done = await continueWith(tx);
              const applied = done.ok ? (done.data as Applied<Answer> | Refusal) : workFailure(done.error);
              if (applied instanceof Refusal) return applied;
              await addAppliedAudit(tx, appliedRow(row, applied));
              return applied.answer;
            };
            const { engine, metrics } = ctx.runtime;
            const parts = { encode: encodeAnswer(path), work };
            const result = await metrics.timed(path, () => runTransactional(engine, request, parts));
            const end = endOf<Awaited<ReturnType<typeof continueWith>>>(ctx, result);
            if ('value' in end) return end.value;
            if (end.refusal !== null) await noteRefusal(ctx, { ...row, refusal: end.refusal }, result);
            throw end.error;
          })
          // The middleware above takes the answer out of what the verb gives, and ends a run that gave a Refusal.
          .mutation(async ({ ctx, input }) => {
            const call = { ctx: ctx as unknown as CommandContext<P>, input: input as Input };
            return (await resolve(call)) as unknown as Answer;
          }),
    };
  },
});

/** The request as the engine protects it: the operator is the scope, the request id the key, in both places that name it. */
function commandRequest<Input extends { readonly requestId: string }>(
  ctx: Context & { operator: Operator },
  call: { path: string; schema: z.ZodType; input: Input; options: Pick<ProtectedOptions<Input>, 'keepAnswer'> },
) {
  const { userId } = ctx.operator;
  const account = { accountId: `operator:${userId}`, caller: `user:${userId}` };
  const keep = call.options.keepAnswer;
  const options = keep === undefined ? {} : { keepAnswer: keep };
  const request = keyedRequest({ ...ctx, account }, { ...call, options });
  if (request.key !== call.input.requestId) {
    const message = 'The Idempotency-Key header has to be the requestId of the input. Nothing was done.';
    throw new TRPCError({ code: 'BAD_REQUEST', message });
  }
  return request;
}

/** Splits a run's end into what is emitted and what the audit has to know; in-flight twins are neither. */
function endOf<Value>(
  ctx: Context,
  result: RunResult,
): { readonly value: Value } | { readonly error: unknown; readonly refusal: string | null } {
  try {
    return { value: emit<Value>(ctx, result) };
  } catch (error) {
    const cause = error instanceof TRPCError ? error.cause : undefined;
    if (cause instanceof RefusalAnswered) return { error, refusal: cause.stored.data.refusal?.code ?? 'refused' };
    const isConflict = result.kind === 'refused' && result.refusal.reason === 'key_conflict';
    return { error, refusal: isConflict ? 'key_conflict' : null };
  }
}

type AuditStart = Omit<AuditRow, 'refusal' | 'before' | 'after' | 'evidenceId' | 'secondActorId'>;

function auditOf<Named>(about: CommandAbout<Named>, operator: Operator, input: WithRequest<Named>): AuditStart {
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

const appliedRow = (row: AuditStart, applied: Applied<unknown>): AuditRow & { refusal: null } => ({
  ...row,
  target: applied.target ?? row.target,
  refusal: null,
  evidenceId: applied.evidenceId ?? null,
  secondActorId: applied.secondActorId ?? null,
  before: auditText(applied.before),
  after: auditText(applied.after),
});

/** A denied attempt is part of the audit; where even that cannot be written, the denial stands and the fault is reported. */
async function noteDenial<Named>(
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
async function noteRefusal(ctx: Context, row: AuditRow & { refusal: string }, result: RunResult): Promise<void> {
  const once = result.kind === 'answered' && result.replayed;
  await addRefusedAudit(ctx.runtime.database.pool, row, { once }).catch((error: unknown) =>
    ctx.runtime.engine.report(`The audit row of a refused ${row.action} could not be written.`, error),
  );
}
