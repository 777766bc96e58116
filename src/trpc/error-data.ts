import { ZodError } from 'zod';
import type { KeyRefusal } from '../idempotency/reason.ts';
import { type DenialReason, KeyRefused, OperatorDenied, RefusalAnswered } from './error-causes.ts';
import type { ErrorShape } from './stored-answer.ts';

/** What `error.data` carries of ours beside tRPC's own. */
export type OurErrorData = Pick<ErrorShape['data'], 'refusal'> & {
  readonly idempotency?: Omit<KeyRefusal, 'message'>;
  /** An operator's command was turned away before it ran. */
  readonly denied?: { readonly reason: DenialReason };
  /** Sentences about the input, by dotted path. */
  readonly input?: Readonly<Record<string, string>>;
};

/** `error.data` as a client sees it, of an error that `createCaller` threw: `errorData(error).idempotency?.reason`. */
export function errorData(error: unknown): OurErrorData {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof RefusalAnswered) {
    const { refusal } = cause.stored.data;
    return refusal ? { refusal } : {};
  }
  if (cause instanceof KeyRefused) {
    const { message: _, ...idempotency } = cause.refusal;
    return { idempotency };
  }
  if (cause instanceof OperatorDenied) return { denied: { reason: cause.reason } };
  if (cause instanceof ZodError) return { input: sentences(cause) };
  return {};
}

const sentences = (error: ZodError): Record<string, string> =>
  Object.fromEntries(error.issues.map((issue) => [issue.path.join('.') || '(input)', issue.message]));
