/**
 * Pace of the completer: two seconds, doubled by each try up to ten minutes, since an outage of a provider lasts minutes and
 * a bug until a deploy. Twelve tries at that pace are more than an hour: what did not work by then needs a person.
 */
export const PACE = { backOffMs: 2_000, backOffCapMs: 600_000, maxTries: 12 } as const;
