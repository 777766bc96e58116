import { initTRPC } from '@trpc/server';
import { ZodError, z } from 'zod';
import type { KeyRefusal } from '../idempotency/reason.ts';
import { inTime } from './answer-in-time.ts';
import type { Context } from './context.ts';
import { refuseDatabaseGone } from './database-gone.ts';
import { type DenialReason, KeyRefused, OperatorDenied, RefusalAnswered } from './error-causes.ts';
import { type ErrorShape, transformer } from './stored-answer.ts';

/** `error.data` as clients see it. Never a stack; the request's id is in the `x-request-id` header. */
type ErrorData = ErrorShape['data'] & {
  readonly idempotency?: Omit<KeyRefusal, 'message'>;
  /** An operator's command was turned away before it ran. */
  readonly denied?: { readonly reason: DenialReason };
  /** Sentences about the input, by dotted path. */
  readonly input?: Readonly<Record<string, string>>;
};

const plain = initTRPC.context<Context>().create({
  transformer,
  isDev: false,
  errorFormatter({ shape, error }) {
    const { cause } = error;
    // The cast keeps the declared shape for clients: what goes out is the stored text of that very shape.
    if (cause instanceof RefusalAnswered) return cause.stored as unknown as typeof shape & { data: ErrorData };
    const { stack: _, ...data } = shape.data;
    const isBug = error.code === 'INTERNAL_SERVER_ERROR';
    return {
      ...shape,
      message: isBug
        ? 'Something went wrong here. Nothing is lost and nothing is done twice: the same request is safe to send again.'
        : messageOf(error),
      data: {
        ...data,
        ...(cause instanceof KeyRefused ? { idempotency: dataOf(cause.refusal) } : {}),
        ...(cause instanceof OperatorDenied ? { denied: { reason: cause.reason } } : {}),
        ...(cause instanceof ZodError ? { input: sentences(cause) } : {}),
      } as ErrorData,
    };
  },
});

/** tRPC, set up once. Nothing else calls initTRPC. Any procedure answers in time, and 503 while the database is not there. */
export const t = {
  router: plain.router,
  procedure: plain.procedure.use(async ({ ctx, next }) => {
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
    if (!result.ok) refuse(result.error.cause);
    return result;
  }),
};

const messageOf = (error: { message: string; cause?: unknown }): string =>
  error.cause instanceof ZodError ? `The input is not valid. ${z.prettifyError(error.cause)}` : error.message;

const dataOf = ({ message: _, ...data }: KeyRefusal): Omit<KeyRefusal, 'message'> => data;

const sentences = (error: ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || '(input)', issue.message]));
