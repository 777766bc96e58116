import type { TRPC_ERROR_CODE_KEY } from '@trpc/server/rpc';
import type { KeyRefusal } from '../idempotency/reason.ts';
import { REASON_STATUS } from '../idempotency/reason.ts';
import type { RefusalStatus } from '../idempotency/refusal.ts';

/** The last border: which tRPC code stands for each status that a refusal may have. */
const CODE_OF_STATUS: Readonly<Record<RefusalStatus | 503, TRPC_ERROR_CODE_KEY>> = {
  400: 'BAD_REQUEST',
  402: 'PAYMENT_REQUIRED',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  412: 'PRECONDITION_FAILED',
  422: 'UNPROCESSABLE_CONTENT',
  503: 'SERVICE_UNAVAILABLE',
};

/** The tRPC code of a final refusal. 410 has none of its own in tRPC; its HTTP status stays 410. */
export const codeOfRefusal = (status: RefusalStatus): TRPC_ERROR_CODE_KEY => CODE_OF_STATUS[status];

/** The tRPC code of a keyed request that was answered without running. */
export const codeOfReason = (reason: KeyRefusal['reason']): TRPC_ERROR_CODE_KEY =>
  CODE_OF_STATUS[REASON_STATUS[reason]];
