import type { TRPCRequestInfo } from '@trpc/server/unstable-core-do-not-import';

type ReadInput = () => Promise<unknown>;

/** tRPC hands a procedure the very function by which its HTTP request is read; `createCaller` makes one of its own. */
const ofRequests = new WeakSet<ReadInput>();

/** Notes the calls of an HTTP request. */
export function noteHttpCalls({ calls }: Pick<TRPCRequestInfo, 'calls'>): void {
  for (const { getRawInput } of calls) ofRequests.add(getRawInput);
}

/** Whether this call of a procedure is answered over HTTP, so that its result goes through the transformer. */
export const isOverHttp = (getRawInput: ReadInput): boolean => ofRequests.has(getRawInput);
