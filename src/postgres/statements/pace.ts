/**
 * Pace of the completer: two seconds, doubled by each try up to ten minutes, since an outage of a provider lasts minutes and
 * a bug until a deploy. Twelve tries at that pace are more than an hour: what did not work by then needs a person.
 */
export const PACE = { backOffMs: 2_000, backOffCapMs: 600_000, maxTries: 12 } as const;

/**
 * The pause after so many waits, as SQL that two parameters follow (`backOffMs`, `backOffCapMs`): of whoever waited, a client, a
 * worker's try or its look-up. Only a committed step and a person begin it anew.
 */
export const pauseAfter = (waits: string, backOffMs: string, capMs: string): string =>
  `LEAST(${backOffMs}::pg_catalog.float8 * pg_catalog.power(2, LEAST(${waits}, 20)), ${capMs}::pg_catalog.float8) * interval '1 millisecond'`;
