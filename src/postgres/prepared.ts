import type { ClientBase, Pool, QueryArrayConfig, QueryArrayResult } from 'pg';
import { failedIn, type Proves } from './failed-statement.ts';

/** A row as PostgreSQL writes it: each column as text, or null. */
export type TextRow = readonly (string | null)[];

/** A value as the wire carries it: as text, or bytes. */
export type Value = string | number | boolean | Uint8Array | null;

/** A named statement with its values, and how its rows are read. */
export type Prepared<Result = void> = {
  /** Under which a connection keeps it prepared; one name, one text. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly Value[];
  /** What it finds out by failing: by its own word for it, and by no code alone, since the business may raise any. */
  readonly proves?: Proves;
  read(rows: readonly TextRow[]): Result;
};

/** What a list of statements reads, in its order. */
export type Results<Statements extends readonly Prepared<unknown>[]> = {
  readonly [Index in keyof Statements]: Statements[Index] extends Prepared<infer Result> ? Result : never;
};

/** For a statement whose rows say nothing. */
export const noRows = (): void => {};

/** Sends one statement by itself. @throws what the server said. */
export async function perform<Result>(client: ClientBase | Pool, statement: Prepared<Result>): Promise<Result> {
  const { name, text, values } = statement;
  let answered: QueryArrayResult<(string | null)[]>;
  try {
    const query: QueryArrayConfig = { name, text, values: [...values], rowMode: 'array', types: AS_TEXT };
    answered = await client.query<(string | null)[]>(query);
  } catch (error) {
    throw failedIn(statement, error);
  }
  return statement.read(answered.rows);
}

const AS_TEXT = { getTypeParser: () => String };
