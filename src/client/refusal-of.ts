import { TRPCClientError } from '@trpc/client';
import { z } from 'zod';
import { REASONS } from '../idempotency/reason.ts';
import type { Failure } from './failure.ts';

const detailsShape = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

const dataShape = z.object({
  httpStatus: z.number(),
  idempotency: z
    .object({
      reason: z.enum(REASONS),
      retryAfterMs: z.number().exactOptional(),
      recordId: z.string().exactOptional(),
      differingFields: z.array(z.string()).exactOptional(),
      originalStatus: z.number().exactOptional(),
      resourceId: z.string().nullable().exactOptional(),
    })
    .optional(),
  refusal: z.object({ code: z.string(), details: detailsShape.exactOptional() }).optional(),
  denied: z.object({ reason: z.enum(['permission', 'sign_in_again', 'read_only']) }).optional(),
  input: z.record(z.string(), z.string()).optional(),
});

/** Reads what a tRPC client threw into one of the known failures. Whatever it cannot read counts as no answer. */
export function refusalOf(error: unknown): Failure {
  const response = responseOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const requestId = response?.headers.get('x-request-id');
  const common = { message, ...(requestId ? { requestId } : {}) };
  const parsed = dataShape.safeParse(error instanceof TRPCClientError ? error.data : undefined);
  if (!parsed.success) return { ...common, ...withoutData(response) };
  const { idempotency, refusal, denied, input, httpStatus } = parsed.data;
  if (idempotency) return { ...common, kind: 'key', ...idempotency };
  if (refusal) return { ...common, kind: 'refused', ...refusal };
  if (denied) return { ...common, kind: 'forbidden', reason: denied.reason };
  return { ...common, ...byStatus(httpStatus, input) };
}

type Rest<F extends Failure = Failure> = F extends Failure ? Omit<F, 'message' | 'requestId'> : never;

function byStatus(status: number, input: Readonly<Record<string, string>> | undefined): Rest {
  if (status === 400) return { kind: 'input', fields: input ?? {} };
  if (status === 401) return { kind: 'sign_in' };
  if (status === 403) return { kind: 'forbidden' };
  return { kind: 'failed', status };
}

/** Not our shape: a proxy's page, or nothing at all. Only a 4xx is certain to have stopped before the app. */
function withoutData(response: Response | undefined): Rest {
  if (response && response.status >= 400 && response.status < 500) return byStatus(response.status, undefined);
  const seconds = Number(response?.headers.get('retry-after') ?? Number.NaN);
  return { kind: 'no_answer', ...(Number.isFinite(seconds) ? { retryAfterMs: seconds * 1_000 } : {}) };
}

function responseOf(error: unknown): Response | undefined {
  const response = error instanceof TRPCClientError ? error.meta?.response : undefined;
  return response instanceof Response ? response : undefined;
}
