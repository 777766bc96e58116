import type { TRPCError } from '@trpc/server';
import { unavailable } from '../idempotency/refusals.ts';
import { classifyDatabaseFailure } from '../postgres/failure.ts';
import { type Responding, refuseKey } from './refuse-key.ts';

/** A database that restarts is back in seconds. */
const RETRY_AFTER_MS = 2_000;

/** The 503 of an error that says that the database is missing, slow or full; null for every other error. */
export const refuseDatabaseGone = (ctx: Responding, error: unknown): TRPCError | null =>
  classifyDatabaseFailure(error) === 'other' ? null : refuseKey(ctx, unavailable(RETRY_AFTER_MS));

/** The 503 of a request whose sender could not be found out: nothing was looked up or run for it. */
export const refuseUnknownSender = (ctx: Responding): TRPCError => refuseKey(ctx, unavailable(RETRY_AFTER_MS));
