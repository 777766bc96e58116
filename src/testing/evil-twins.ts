/** Names in which the engine believes, and whose twins in another schema say something else. */
const TABLES = ['idempotency_record', 'run_step', 'record_event', 'external_reference', 'audit_entry', 'product'];

const OPERATORS: readonly (readonly [name: string, left: string, right: string, result: string, body: string])[] = [
  ...['bigint', 'text', 'integer', 'smallint'].flatMap((type) => [
    ['=', type, type, 'boolean', 'false'] as const,
    ['<>', type, type, 'boolean', 'false'] as const,
  ]),
  ['=', 'bigint', 'integer', 'boolean', 'true'],
  ['+', 'integer', 'integer', 'integer', '-1'],
  ['+', 'double precision', 'double precision', 'double precision', '0'],
  ['+', 'timestamptz', 'interval', 'timestamptz', `timestamptz '2000-01-01'`],
  ['-', 'timestamptz', 'timestamptz', 'interval', `interval '-1 year'`],
  ['*', 'double precision', 'interval', 'interval', `interval '-1 year'`],
  ['||', 'text', 'text', 'text', `'evil'`],
  ['<=', 'timestamptz', 'timestamptz', 'boolean', 'false'],
];

const FUNCTIONS: readonly (readonly [signature: string, result: string, body: string])[] = [
  ...['clock_timestamp()', 'statement_timestamp()', 'transaction_timestamp()', 'now()', 'latchkey_shown_now()'].map(
    (name) => [name, 'timestamptz', `SELECT timestamptz '2000-01-01'`] as const,
  ),
  ['set_config(text, text, boolean)', 'text', 'SELECT NULL::pg_catalog.text'],
  ['nextval(regclass)', 'bigint', 'SELECT -1::bigint'],
  ['pg_try_advisory_xact_lock(bigint)', 'boolean', 'SELECT false'],
  ['latchkey_not_the_owner()', 'integer', 'SELECT 1'],
  ['length(text)', 'integer', 'SELECT 999'],
];

/**
 * SQL that makes a schema in which relations, a sequence, functions, an aggregate, operators and types have the names of the
 * engine's and of PostgreSQL's own, and are wrong.
 */
export const evilTwins = (schema: string): string =>
  [
    `CREATE SCHEMA ${schema}`,
    ...TABLES.map((table) => `CREATE TABLE ${schema}.${table} (LIKE public.${table} INCLUDING DEFAULTS)`),
    `CREATE SEQUENCE ${schema}.idempotency_record_id_seq`,
    ...FUNCTIONS.map(
      ([signature, result, body]) =>
        `CREATE FUNCTION ${schema}.${signature} RETURNS ${result} LANGUAGE sql AS $$ ${body} $$`,
    ),
    `CREATE FUNCTION ${schema}.stay(bigint) RETURNS bigint LANGUAGE sql AS $$ SELECT $1 $$`,
    `CREATE AGGREGATE ${schema}.count(*) (SFUNC = ${schema}.stay, STYPE = bigint, INITCOND = '0')`,
    ...OPERATORS.flatMap(([name, left, right, result, body], index) => [
      `CREATE FUNCTION ${schema}.operator_${index}(${left}, ${right}) RETURNS ${result} LANGUAGE sql AS $$ SELECT ${body} $$`,
      `CREATE OPERATOR ${schema}.${name} (LEFTARG = ${left}, RIGHTARG = ${right}, FUNCTION = ${schema}.operator_${index})`,
    ]),
    ...['float8', 'text', 'timestamptz', 'regclass'].map(
      (type) => `CREATE DOMAIN ${schema}.${type} AS pg_catalog.${type} CHECK (false)`,
    ),
  ].join(';\n');
