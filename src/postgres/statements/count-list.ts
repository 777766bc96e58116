import type { ClientBase } from 'pg';
import { sqlStateOf } from '../sql-state.ts';
import { countStatement, estimateStatement, type ListQuestion, type ListSource } from './list-page.ts';

/** How many rows a list has, and how well that is known. */
export type ListCount =
  | { readonly kind: 'exact'; readonly count: number }
  /** There are more than this: counting was given up. */
  | { readonly kind: 'capped'; readonly count: number }
  /** Counting took too long: the planner's guess from its statistics. */
  | { readonly kind: 'estimated'; readonly count: number };

/** Beyond ten thousand nobody reads a digit more; so many index entries are counted in a few milliseconds. */
const CAP = 10_000;

/** A count is less than the list: it gets a tenth of its time, then it is guessed. */
const COUNT_TIMEOUT_MS = 300;

/** Counts the list's rows within its bounds. Inside a transaction: a count that is given up is rolled back to here. */
export async function countList<Filter extends string, Sort extends string>(
  client: ClientBase,
  source: ListSource<Filter, Sort>,
  question: Pick<ListQuestion<Filter, Sort>, 'filters' | 'sort' | 'order'>,
): Promise<ListCount> {
  await client.query(`SAVEPOINT counting; SET LOCAL statement_timeout = ${COUNT_TIMEOUT_MS}`);
  try {
    const { text, values } = countStatement(source, question, CAP);
    const { rows } = await client.query<{ count: number }>(text, [...values]);
    const count = rows[0]?.count ?? 0;
    return count > CAP ? { kind: 'capped', count: CAP } : { kind: 'exact', count };
  } catch (error) {
    if (sqlStateOf(error) !== QUERY_CANCELED) throw error;
  }
  await client.query('ROLLBACK TO SAVEPOINT counting');
  const { text, values } = estimateStatement(source, question.filters);
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(text, [...values]);
  return { kind: 'estimated', count: Math.round(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0) };
}

const QUERY_CANCELED = '57014';
