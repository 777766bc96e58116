/**
 * Operators that mean PostgreSQL's own under any search_path. They bind looser than `+` and `*` and tighter than AND and
 * NOT, all of them alike: put parentheses around each that stands beside another (PostgreSQL manual, "Operator Precedence").
 */
export const EQ = 'OPERATOR(pg_catalog.=)';
export const PLUS = 'OPERATOR(pg_catalog.+)';
export const TIMES = 'OPERATOR(pg_catalog.*)';
export const CONCAT = 'OPERATOR(pg_catalog.||)';

/** A moment so many units after another, as SQL; `amount` is SQL of a number. */
export const later = (from: string, amount: string, unit: 'millisecond' | 'hour'): string =>
  `(${from} ${PLUS} (${amount}::pg_catalog.float8 ${TIMES} interval '1 ${unit}'))`;
