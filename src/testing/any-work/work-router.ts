import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { refuse } from '../../idempotency/refusal.ts';
import type { Tx } from '../../postgres/guarded-tx.ts';
import { idempotentProcedure, type ProtectedContext } from '../../trpc/idempotent.ts';
import { t } from '../../trpc/init.ts';
import { type Act, type Work, workSchema } from './act.ts';

/** What a nested run is started by. */
export type Nest = (work: Work, sameKey: boolean) => Promise<unknown>;

/** A router whose one mutation does what its input says. `nest` starts a protected run inside of it. */
export const workRouter = (nest: Nest) => {
  const conflicted = new Set<string>();
  return t.router({
    work: idempotentProcedure
      .input(workSchema)
      .mutation(async ({ ctx, input }: { ctx: ProtectedContext; input: Work }) => {
        // One run: what a second one would add is told apart from what this one adds twice.
        const run = randomUUID();
        for (const act of input.acts) await perform(ctx.tx, { act, work: input, run, nest });
        return await end(ctx.tx, input, conflicted);
      }),
  });
};

async function perform(tx: Tx, of: { act: Act; work: Work; run: string; nest: Nest }): Promise<void> {
  const { act, work, run, nest } = of;
  switch (act.do) {
    case 'effect': {
      const { name, sku } = work;
      if (act.by === 'raw') await tx.$executeRaw`INSERT INTO public.effect (name, run) VALUES (${name}, ${run})`;
      else {
        await tx.product.update({ where: { sku }, data: { stock: { decrement: 1 } } });
        await tx.$executeRaw`INSERT INTO public.effect (name, run) VALUES (${name}, ${run})`;
      }
      return;
    }
    case 'sql': {
      const sent = act.by === 'execute' ? tx.$executeRawUnsafe(act.text) : tx.$queryRawUnsafe(act.text);
      await (act.swallowed ? sent.catch(() => {}) : sent);
      return;
    }
    case 'nested': {
      const nested = nest({ ...work, acts: [{ do: 'effect', by: 'raw' }], ending: 'answer' }, act.sameKey);
      await (act.swallowed ? nested.catch(() => {}) : nested);
      return;
    }
    case 'change_input':
      work.items.sort().reverse();
      work.acts.push({ do: 'effect', by: 'raw' });
      Object.assign(work, { ending: 'answer' });
      return;
    case 'at_once':
      await Promise.allSettled(act.texts.map((text) => tx.$executeRawUnsafe(text)));
  }
}

async function end(tx: Tx, { name, ending, items }: Work, conflicted: Set<string>): Promise<unknown> {
  switch (ending) {
    case 'answer':
      return { name, items, at: new Date(0) };
    case 'refusal':
      return refuse('no', 409, 'No.');
    case 'thrown refusal':
      throw new TRPCError({ code: 'NOT_FOUND', message: 'No.' });
    case 'throw':
      throw new Error('A bug of the work.');
    case 'conflict once':
      if (!conflicted.has(name)) {
        conflicted.add(name);
        await tx.$executeRawUnsafe(`DO $$ BEGIN RAISE EXCEPTION 'once' USING ERRCODE = '40001'; END $$`);
      }
      return { name, items };
    case 'unawaited':
      tx.$executeRaw`SELECT pg_sleep(0)`.then(undefined, () => {});
      return { name };
    case 'a promise inside':
      return { name, later: Promise.resolve(1) };
    case 'a file':
      return { name, file: new File(['x'], 'x.txt') };
    case 'a refusal inside':
      return { name, error: refuse('no', 409, 'No.') };
  }
}
