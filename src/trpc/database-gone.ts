import type { TRPCError } from '@trpc/server';
import { unavailable } from '../idempotency/refusals.ts';
import { classifyDatabaseFailure, UNAVAILABLE_RETRY_MS } from '../postgres/failure.ts';
import { type Responding, refuseKey } from './refuse-key.ts';

/** The 503 of an error that says that the database is missing, slow or full; null for every other error. */
export const refuseDatabaseGone = (ctx: Responding, error: unknown): TRPCError | null =>
  classifyDatabaseFailure(error) === 'other' ? null : refuseKey(ctx, unavailable(UNAVAILABLE_RETRY_MS));

/** The 503 of a request whose sender could not be found out: nothing was looked up or run for it. */
export const refuseUnknownSender = (ctx: Responding): TRPCError => refuseKey(ctx, unavailable(UNAVAILABLE_RETRY_MS));
