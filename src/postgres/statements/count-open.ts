import type { Reader } from '../reader.ts';

/** How an open phased record stands: stuck is in progress with a lapsed lease. */
export type OpenState = 'running' | 'stuck' | 'unknown' | 'parked';

export type OpenCount = {
  readonly state: OpenState;
  readonly procedure: string;
  readonly count: number;
  /** Seconds since the oldest of them was claimed, by the database's clock. */
  readonly oldestSeconds: number;
};

// Over the partial index of open records, of which there are as many as work is at hand.
const TEXT = `
SELECT CASE WHEN parked_reason IS NOT NULL THEN 'parked' WHEN state = 'UNKNOWN' THEN 'unknown'
            WHEN lease_expires_at <= pg_catalog.clock_timestamp() THEN 'stuck' ELSE 'running' END AS state,
  procedure, pg_catalog.count(*)::int AS count,
  pg_catalog.max(extract(epoch FROM pg_catalog.clock_timestamp() - open_since))::pg_catalog.float8 AS "oldestSeconds"
FROM public.idempotency_record WHERE open_since IS NOT NULL GROUP BY 1, 2`;

/** Counts the records of phased runs that are not completed. */
export const countOpen = (reader: Reader): Promise<OpenCount[]> =>
  reader.rows<OpenCount>({ name: 'latchkey_count_open', text: TEXT, values: [] });
