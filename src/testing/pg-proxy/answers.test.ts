import { expect, test } from 'vitest';
import { Answers } from './answers.ts';
import type { Frame } from './frames.ts';
import type { Statement } from './statement.ts';

/** A message of the server with that tag and body. */
const message = (type: string, body: string): Frame => {
  const bytes = Buffer.alloc(5 + Buffer.byteLength(body));
  bytes.write(type);
  bytes.writeInt32BE(bytes.length - 1, 1);
  bytes.write(body, 5);
  return { type, bytes };
};

const ask = (answers: Answers, place: number): Statement => {
  const statement: Statement = { connection: 1, place, sql: `S${place}`, protocol: 'extended', progress: 'sent' };
  answers.expect({ kind: 'statement', statement, after: undefined });
  return statement;
};

test('of three statements before one Sync, those behind the failed one are skipped, and all end with ReadyForQuery', () => {
  const answers = new Answers();
  const all = [ask(answers, 1), ask(answers, 2), ask(answers, 3)];
  answers.expect({ kind: 'sync' });
  expect(answers.read(message('C', 'INSERT 0 1\0'))).toEqual([]);
  expect(answers.read(message('E', 'SERROR\0C23505\0\0'))).toEqual([]);
  const ended = answers.read(message('Z', 'I'));
  expect(ended.map(({ statement }) => statement)).toEqual(all);
  expect(all.map(({ progress }) => progress)).toEqual(['completed', 'failed', 'skipped']);
  expect(all[1]?.sqlState).toBe('23505');
  expect(answers.current).toBeUndefined();
});

test('a statement forwarded after the server began to skip ends as skipped, not as answered by the next one', () => {
  const answers = new Answers();
  const failed = ask(answers, 1);
  answers.read(message('E', 'SERROR\0C22012\0\0'));
  const late = ask(answers, 2);
  answers.expect({ kind: 'sync' });
  answers.read(message('Z', 'E'));
  expect([failed.progress, late.progress]).toEqual(['failed', 'skipped']);
  expect(answers.transaction).toBe('failed');
});
