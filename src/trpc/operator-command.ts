import { TRPCError } from '@trpc/server';
import { z } from 'zod';
import type { Applied } from '../desk/applied.ts';
import type { Operator } from '../desk/operator.ts';
import { roleMay } from '../desk/permissions.ts';
import type { RunResult } from '../engine/run.ts';
import { runTransactional } from '../engine/transactional.ts';
import { resultOf } from '../engine/work-failure.ts';
import { Refusal } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import { addAppliedAudit } from '../postgres/statements/add-audit.ts';
import { admitOperator, denied, lacking } from './admit-operator.ts';
import type { CommandAbout, WithRequest } from './command-about.ts';
import { appliedRow, auditOf, noteDenial, noteRefusal } from './command-audit.ts';
import type { Context } from './context.ts';
import { emit } from './emit-result.ts';
import { encodeAnswer } from './encode-answer.ts';
import { RefusalAnswered } from './error-causes.ts';
import { t } from './init.ts';
import { keyedRequest, type ProtectedOptions } from './keyed-request.ts';
import { workFailure } from './work-failure.ts';

/** What the resolver of a command gets; `prepared` is what `prepare` gave. */
export type CommandContext<P> = { readonly tx: Tx; readonly operator: Operator; readonly prepared: P };

type Options<Input, P> = Pick<ProtectedOptions<Input>, 'keepAnswer'> & {
  /** Runs before the transaction and outside of it, for what may not be in one: a provider's look-up. Must be repeatable. */
  readonly prepare?: (call: { ctx: Context & { operator: Operator }; input: Input }) => Promise<P | Refusal>;
};

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
          .meta({ protection: 'command' })
          .use(async ({ ctx, getRawInput, next }) => {
            const admitted = await admitOperator(ctx, about);
            if ('operator' in admitted) return next({ ctx: { operator: admitted.operator } });
            const input = schema.safeParse(await getRawInput().catch(() => undefined));
            await noteDenial(ctx, about, admitted.denial, input.data);
            throw denied(admitted.denial);
          })
          .input(schema)
          .use(async ({ ctx, input: parsed, path, getRawInput, next }) => {
            const input = parsed as Input;
            const call = { path, schema, raw: await getRawInput(), input, options };
            const { request, copyOfInput } = commandRequest(ctx, call);
            const row = auditOf(about, ctx.operator, input);
            const needed = about.alsoNeeds?.(input);
            if (needed && !roleMay(ctx.operator.role, needed)) {
              const denial = lacking(ctx.operator, needed);
              await noteDenial(ctx, about, denial, input);
              throw denied(denial);
            }
            const { engine, metrics } = ctx.runtime;
            const { prepare } = options;
            const prepared = prepare
              ? await engine.database.runs.enter(path, () => prepare({ ctx, input }))
              : (undefined as P);
            const continueWith = (tx: Tx) => next({ ctx: { tx, prepared: prepared as P }, input: copyOfInput() });
            const work = async (tx: Tx): Promise<unknown> => {
              if (prepared instanceof Refusal) return prepared;
              const done = await continueWith(tx);
              const applied = done.ok ? (done.data as Applied<Answer> | Refusal) : workFailure(done.error);
              if (applied instanceof Refusal) return applied;
              await addAppliedAudit(tx, appliedRow(row, applied));
              return applied.answer;
            };
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
            return (await resultOf(() => resolve(call))) as unknown as Answer;
          }),
    };
  },
});

/** The request as the engine protects it: the operator is the scope, the request id the key, in both places that name it. */
function commandRequest<Input extends { readonly requestId: string }>(
  ctx: Context & { operator: Operator },
  call: {
    readonly path: string;
    readonly schema: z.ZodType;
    readonly raw: unknown;
    readonly input: Input;
    readonly options: Pick<ProtectedOptions<Input>, 'keepAnswer'>;
  },
) {
  const { userId } = ctx.operator;
  const account = { accountId: `operator:${userId}`, caller: `user:${userId}` };
  const keep = call.options.keepAnswer;
  const options = keep === undefined ? {} : { keepAnswer: keep };
  const keyed = keyedRequest({ ...ctx, account }, { ...call, options });
  if (keyed.request.key !== call.input.requestId) {
    const message = 'The Idempotency-Key header has to be the requestId of the input. Nothing was done.';
    throw new TRPCError({ code: 'BAD_REQUEST', message });
  }
  return keyed;
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
