import { kindOfStatement, type StatementKind } from './leading-keyword.ts';

/** The work sent what a run's connection may not get, or left its transaction. A bug of its author; nothing was stored. */
export class MisusedConnection extends Error {}

const RULES: Partial<Readonly<Record<StatementKind, string>>> = {
  transaction: 'may not begin or end a transaction',
  prepared: 'may not prepare, run or drop statements by name (PREPARE, EXECUTE, DEALLOCATE, DISCARD)',
  tripwire: 'may not touch the cursors of the run itself (CLOSE ALL, names that begin with latchkey_)',
};

/** Says why the work may not send this; null: it may. */
export function refusalOf(text: string): MisusedConnection | null {
  const rule = RULES[kindOfStatement(text)];
  return rule === undefined
    ? null
    : new MisusedConnection(`The work of a run ${rule}, and sent "${text.trim().slice(0, 40)}". Nothing was stored.`);
}

/** The session says that it is in no transaction any more, in the middle of the work. */
export const leftTransaction = (): MisusedConnection =>
  new MisusedConnection(
    'The work of a run ended its transaction: its session is in none any more. Nothing was stored.',
  );
