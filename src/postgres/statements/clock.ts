/** Which of the database's clocks a read goes by: what decides, or what the desk shows. */
export type Clock = 'decides' | 'shown';

/** The SQL of each. A fixture database replaces the shown one, so it may decide nothing. */
export const NOW: Readonly<Record<Clock, string>> = {
  decides: 'pg_catalog.clock_timestamp()',
  shown: 'public.latchkey_shown_now()',
};

/** Milliseconds of an interval, as a number. */
export const msOf = (interval: string): string => `(extract(epoch FROM ${interval}) * 1000)::pg_catalog.float8`;
