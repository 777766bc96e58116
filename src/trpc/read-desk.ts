import { TRPCError } from '@trpc/server';
import { readOnly, type Snapshot } from '../postgres/read-only.ts';
import { sqlStateOf } from '../postgres/sql-state.ts';
import type { Context } from './context.ts';

/** Longer than any list with a useful filter needs, shorter than an operator's patience; and a list must not slow claims. */
const READ_TIMEOUT_MS = 3_000;

/**
 * Runs a question of the desk in one snapshot that can write nothing. One that takes too long becomes `GATEWAY_TIMEOUT`:
 * not 408, which a browser may send again by itself.
 */
export async function readDesk<T>(
  { runtime }: Pick<Context, 'runtime'>,
  question: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  try {
    return await readOnly(runtime.database.pool, READ_TIMEOUT_MS, question);
  } catch (cause) {
    if (sqlStateOf(cause) !== QUERY_CANCELED) throw cause;
    // Without the cause: by its SQLSTATE it would count as a database that is gone.
    throw new TRPCError({
      code: 'GATEWAY_TIMEOUT',
      message:
        `This took longer than ${READ_TIMEOUT_MS / 1_000} seconds and was stopped. ` +
        'Narrow the filter, for example to a key, an account or a few hours.',
    });
  }
}

const QUERY_CANCELED = '57014';
