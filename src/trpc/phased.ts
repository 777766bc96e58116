import type { z } from 'zod';
import type { PhasedDefinition } from '../engine/phased/definition.ts';
import { runPhased } from '../engine/phased/run-phased.ts';
import { emit } from './emit-result.ts';
import { keyedRequest } from './keyed-request.ts';
import { definitionsOf, type PhasedDefinitions } from './phased-definitions.ts';
import { accountProcedure } from './procedures.ts';

/**
 * A mutation that leaves the database and takes effect at most once per key:
 * `phasedProcedure.input(payOrderInput).mutation((definitions) => definitions.payOrder)`.
 */
export const phasedProcedure = {
  input: <S extends z.ZodType>(schema: S) => ({
    mutation: <Answer>(choose: (definitions: PhasedDefinitions) => PhasedDefinition<z.output<S>, Answer>) =>
      accountProcedure
        .meta({ protection: 'phased' })
        .input(schema)
        .use(async ({ ctx, input, path, getRawInput, next }) => {
          const parsed = input as z.output<S>;
          const definition = choose(definitionsOf(ctx.runtime));
          if (definition.procedure !== path) {
            throw new Error(
              `The phased procedure ${definition.procedure} is mounted at ${path}: a record could not be entered again.`,
            );
          }
          const options = { ...definition.keep, formerly: definition.formerly ?? [] };
          const call = { path, schema, raw: await getRawInput(), input: parsed, options };
          const { request, copyOfInput } = keyedRequest(ctx, call);
          const { engine, metrics } = ctx.runtime;
          const result = await metrics.timed(path, () =>
            runPhased(engine, request, { definition, input: copyOfInput() }),
          );
          return emit<Awaited<ReturnType<typeof next>>>(ctx, result);
        })
        .mutation((): Promise<Answer> => {
          throw new Error('A phased procedure is answered by its middleware.');
        }),
  }),
};
