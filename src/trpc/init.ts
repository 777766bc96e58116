import { initTRPC, TRPCError } from '@trpc/server';
import { ZodError, z } from 'zod';
import { NotKeptError } from '../idempotency/kept-value.ts';
import { inTime } from './answer-in-time.ts';
import type { Context } from './context.ts';
import { refuseDatabaseGone } from './database-gone.ts';
import { RefusalAnswered } from './error-causes.ts';
import { errorData, type OurErrorData } from './error-data.ts';
import { isOverHttp } from './over-http.ts';
import type { Meta } from './protection.ts';
import { type ErrorShape, StoredData, transformer } from './stored-answer.ts';

/** `error.data` as clients see it. Never a stack; the request's id is in the `x-request-id` header. */
type ErrorData = ErrorShape['data'] & OurErrorData;

const plain = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer,
    isDev: false,
    errorFormatter({ shape, error, type }) {
      const { cause } = error;
      // The cast keeps the declared shape for clients: what goes out is the stored text of that very shape.
      if (cause instanceof RefusalAnswered) return cause.stored as unknown as typeof shape & { data: ErrorData };
      const { stack: _, ...data } = shape.data;
      const isBug = error.code === 'INTERNAL_SERVER_ERROR';
      return {
        ...shape,
        message: isBug ? `Something went wrong here. ${whatStands(error, type)}` : messageOf(error),
        data: { ...data, ...errorData(error) } as ErrorData,
      };
    },
  });

/**
 * tRPC, set up once. Nothing else calls initTRPC. Any procedure answers in time, and 503 while the database is not there; and
 * gives `createCaller` the answer itself, where HTTP gets its stored text.
 */
export const t = {
  router: plain.router,
  procedure: plain.procedure.use(async ({ ctx, meta, getRawInput, next }) => {
    const refuse = (cause: unknown): void => {
      const refused = refuseDatabaseGone(ctx, cause);
      if (!refused) return;
      ctx.runtime.engine.report('The database could not be asked; the request was answered 503.', cause);
      throw refused;
    };
    const result = await inTime(next(), ctx.dueAt).catch((overdue: unknown) => {
      refuse(overdue);
      throw overdue;
    });
    if (result.ok) {
      if (!(result.data instanceof StoredData) || isOverHttp(getRawInput)) return result;
      return { ...result, data: result.data.value };
    }
    if (meta?.protection) ofProtected.add(result.error);
    const { cause } = result.error;
    if (cause instanceof NotKeptError && cause.kept.root === 'input') {
      throw new TRPCError({ code: 'BAD_REQUEST', message: cause.message, cause });
    }
    refuse(cause);
    return result;
  }),
};

/** Errors of mutations that take effect at most once per key. */
const ofProtected = new WeakSet<TRPCError>();

/** What a caller may believe after a bug: only a protected mutation has undone, or will finish, what it began. */
function whatStands(error: TRPCError, type: string): string {
  if (ofProtected.has(error)) {
    return 'Nothing is lost and nothing is done twice: the same request is safe to send again.';
  }
  if (type === 'query') return 'Nothing was changed: the same request is safe to send again.';
  return 'What was done before it failed may stand: look before you send it again.';
}

const messageOf = (error: { message: string; cause?: unknown }): string =>
  error.cause instanceof ZodError ? `The input is not valid. ${z.prettifyError(error.cause)}` : error.message;
