import type { z } from 'zod';
import { runTransactional } from '../engine/transactional.ts';
import { assertPolicy, type PolicyOptions } from '../idempotency/policy.ts';
import type { Refusal } from '../idempotency/refusal.ts';
import type { Tx } from '../postgres/guarded-tx.ts';
import type { AccountId } from '../shop/account.ts';
import { notePolicy } from './assert-procedures.ts';
import { emit } from './emit-result.ts';
import { encodeAnswer } from './encode-answer.ts';
import { keyedRequest, type ProtectedOptions } from './keyed-request.ts';
import { accountProcedure } from './procedures.ts';
import { workFailure } from './work-failure.ts';

/** What the resolver of a protected mutation gets. There is no database client in it but `tx`. */
export type ProtectedContext = { readonly tx: Tx; readonly accountId: AccountId };

/**
 * A mutation that takes effect at most once per key:
 * `idempotentProcedure.input(schema).mutation(({ ctx, input }) => placeOrder(ctx.tx, ctx.accountId, input))`.
 * Record, business writes and answer commit together; a returned `Refusal` is stored and replayed like an answer.
 */
export const idempotentProcedure = {
  input: <S extends z.ZodType>(schema: S, options: ProtectedOptions<z.output<S>> = {}) => {
    assertPolicy('A protected mutation', options);
    return {
      mutation: <Answer>(resolve: (call: { ctx: ProtectedContext; input: z.output<S> }) => Promise<Answer>) =>
        notePolicy(
          accountProcedure
            .input(schema)
            .use(async ({ ctx, input, path, next }) => {
              const request = keyedRequest(ctx, { path, schema, input: input as z.output<S>, options });
              const continueWith = (tx: Tx) => next({ ctx: { tx, accountId: ctx.account.accountId } });
              const { engine, metrics } = ctx.runtime;
              const parts = {
                encode: encodeAnswer(path, options.resourceId),
                work: async (tx: Tx) => {
                  const done = await continueWith(tx);
                  return done.ok ? done.data : workFailure(done.error);
                },
              };
              const result = await metrics.timed(path, () => runTransactional(engine, request, parts));
              return emit<Awaited<ReturnType<typeof continueWith>>>(ctx, result);
            })
            // The engine ends a run that returned a Refusal, so that none gets out as an answer.
            .mutation(
              async ({ ctx, input }) =>
                (await resolve({ ctx, input: input as z.output<S> })) as Exclude<Answer, Refusal>,
            ),
          options as PolicyOptions,
        ),
    };
  },
};
