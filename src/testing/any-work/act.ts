import fc from 'fast-check';
import { z } from 'zod';
import { FOREIGN_ENDS } from '../foreign-ends.ts';

/** One thing that a work does to its run. It is data, so that another process can do the same. */
export const actSchema = z.discriminatedUnion('do', [
  /** A row of `public.effect`, or one article less, each of which must happen once or not at all. */
  z.object({ do: z.literal('effect'), by: z.enum(['raw', 'model']) }),
  z.object({ do: z.literal('sql'), text: z.string(), by: z.enum(['execute', 'query']), swallowed: z.boolean() }),
  z.object({ do: z.literal('nested'), sameKey: z.boolean(), swallowed: z.boolean() }),
  z.object({ do: z.literal('change_input') }),
  /** Statements at once, of which all are awaited. */
  z.object({ do: z.literal('at_once'), texts: z.array(z.string()) }),
]);

export type Act = z.output<typeof actSchema>;

export const endings = [
  'answer',
  'refusal',
  'thrown refusal',
  'throw',
  'conflict once',
  'unawaited',
  'a promise inside',
  'a file',
  'a refusal inside',
] as const;

/** Whole works: what is done, and how it ends. */
export const workSchema = z.object({
  name: z.string(),
  sku: z.string(),
  acts: z.array(actSchema),
  ending: z.enum(endings),
  /** Sorted by the works that change their input. */
  items: z.array(z.number()),
});

export type Work = z.output<typeof workSchema>;

const SETTINGS = [
  'SET search_path = evil, public',
  'SET LOCAL search_path = evil, pg_catalog',
  'SET LOCAL search_path = evil',
  `SELECT set_config('search_path', 'evil, public', false)`,
  `SELECT pg_catalog.set_config('search_path', 'evil', true)`,
  `DO $$ BEGIN PERFORM pg_catalog.set_config('search_path', 'evil', false); END $$`,
  'SET session_replication_role = replica',
  'SET synchronous_commit = off',
  'SET default_transaction_read_only = on',
  'SET default_transaction_isolation = serializable',
  'SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY',
  'SET TRANSACTION READ ONLY',
  'SET LOCAL transaction_read_only = on',
  'SET LOCAL statement_timeout = 0',
  'SET lock_timeout = 1',
  'SET idle_in_transaction_session_timeout = 0',
  `SET TIME ZONE 'Asia/Kolkata'`,
  `SET DateStyle = 'German'`,
  'SET IntervalStyle = sql_standard',
  'SET standard_conforming_strings = off',
  'SET bytea_output = escape',
  'SET extra_float_digits = -15',
  'SET row_security = off',
  'SET app.tenant = 7',
  'SET ROLE pg_read_all_data',
  'SET CONSTRAINTS ALL DEFERRED',
  'RESET ALL',
  'RESET search_path',
];

const SESSION = [
  'CREATE TEMP TABLE idempotency_record (LIKE public.idempotency_record) ON COMMIT DROP',
  'CREATE TEMP TABLE effect (name text, run text)',
  'CREATE TEMP SEQUENCE idempotency_record_id_seq',
  `CREATE FUNCTION pg_temp.clock_timestamp() RETURNS timestamptz LANGUAGE sql AS 'SELECT timestamptz ''2001-01-01'''`,
  'CREATE SCHEMA IF NOT EXISTS other',
  'DEALLOCATE ALL',
  'DEALLOCATE latchkey_complete_transactional',
  `DO $$ BEGIN EXECUTE 'DEALLOCATE ALL'; END $$`,
  'DISCARD ALL',
  'DISCARD TEMP',
  'DISCARD PLANS',
  'PREPARE mine AS SELECT 1',
  'SELECT pg_advisory_lock(4711)',
  'SELECT pg_advisory_lock_shared(4712), pg_advisory_unlock_all()',
  'LISTEN mine',
  'NOTIFY mine',
  'UNLISTEN *',
  'CLOSE ALL',
  'CLOSE latchkey_open',
  'CLOSE "latchkey_open"',
  'CLOSE U&"latchkey_ope\\006e"',
  'MOVE ALL IN latchkey_open',
  'FETCH ALL FROM latchkey_open',
  `DECLARE mine CURSOR WITH HOLD FOR SELECT 1`,
  `DO $$ BEGIN COMMIT; END $$`,
  `DO $$ BEGIN EXECUTE 'COMMIT'; END $$`,
  `DO $$ BEGIN EXECUTE 'CLOSE ALL'; END $$`,
  'CALL public.ends_by_itself()',
  'SELECT pg_catalog.pg_cancel_backend(pg_catalog.pg_backend_pid())',
  'LOCK TABLE public.effect IN SHARE MODE',
];

const DATA = [
  'SELECT 1',
  'SELECT 1/0',
  'SELECT nothing FROM nowhere',
  'VALUES (1)',
  'TABLE public.effect',
  'WITH gone AS (DELETE FROM public.idempotency_record WHERE false RETURNING 1) SELECT * FROM gone',
  `INSERT INTO public.product VALUES ('tea-01', 'Tea', 1, 'EUR', 1), ('tea-01', 'Tea', 1, 'EUR', 1)`,
  'UPDATE public.product SET stock = stock WHERE false; COMMIT',
  'SELECT 1; SELECT 2',
  '',
  '-- nothing',
];

const SAVEPOINTS = [
  'SAVEPOINT a',
  'ROLLBACK TO a',
  'ROLLBACK WORK TO SAVEPOINT a',
  'ROLLBACK TRANSACTION TO a',
  'RELEASE a',
  'RELEASE SAVEPOINT a',
];

const BLANKS = ['', ' ', ';', '\n', '--\r', '/* COMMIT */', '/*/**/*/', '\u2028', '\ufeff', '\0', '('];

const foreignEnd = fc
  .tuple(fc.array(fc.constantFrom(...BLANKS), { maxLength: 2 }), fc.constantFrom(...FOREIGN_ENDS))
  .map(([blanks, end]) => `${blanks.join('')}${end}`);

const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SETTINGS) },
  { weight: 3, arbitrary: fc.constantFrom(...SESSION) },
  { weight: 2, arbitrary: fc.constantFrom(...DATA) },
  { weight: 3, arbitrary: fc.constantFrom(...SAVEPOINTS) },
  { weight: 3, arbitrary: foreignEnd },
);

const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('effect' as const), by: fc.constantFrom('raw', 'model') }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('sql' as const),
      text,
      by: fc.constantFrom('execute', 'query'),
      swallowed: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('nested' as const), sameKey: fc.boolean(), swallowed: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'change_input' as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('at_once' as const),
      texts: fc.array(text, { minLength: 2, maxLength: 3 }),
    }),
  },
);

/** Works of up to eight acts; an effect is never far. */
export const anyWork: fc.Arbitrary<Pick<Work, 'acts' | 'ending' | 'items'>> = fc.record({
  acts: fc.array(act, { minLength: 1, maxLength: 8 }),
  ending: fc.oneof(
    { weight: 3, arbitrary: fc.constant('answer' as const) },
    { weight: 2, arbitrary: fc.constantFrom(...endings) },
  ),
  items: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 4 }),
});
