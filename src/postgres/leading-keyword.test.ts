import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { useDatabase } from '../testing/database.ts';
import { FOREIGN_ENDS } from '../testing/foreign-ends.ts';
import { kindOfStatement } from './leading-keyword.ts';

const database = useDatabase();
let client: pg.Client;
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url });
  client.on('notice', () => {});
  await client.connect();
});
afterAll(() => client.end());

const comment = fc.letrec<{ block: string }>((tie) => ({
  block: fc
    .array(
      fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom('x', ' ', '--', "'", '"', ';', '\n', '\u2028', '*', '\\'),
        tie('block'),
      ),
    )
    // A star before a slash, or a slash before a star, would end or begin a comment.
    .map((parts) => `/* ${parts.join(' ')} */`),
})).block;
const line = fc
  .tuple(
    fc.array(fc.constantFrom('x', '/*', '*/', ';', "'", '\u2028', '\u0085', ' COMMIT ')),
    fc.constantFrom('\n', '\r', '\r\n'),
  )
  .map(([parts, end]) => `--${parts.join('')}${end}`);
const blank = fc
  .array(fc.oneof(fc.constantFrom(' ', '\t', '\n', '\r', '\f'), comment, line))
  .map((parts) => parts.join(''));
const front = fc
  .array(fc.tuple(blank, fc.constantFrom('', ';')).map((parts) => parts.join('')))
  .map((parts) => parts.join(''));
const anyCase = (word: string) =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) =>
      [...word].map((letter, index) => (upper[index] ? letter.toUpperCase() : letter.toLowerCase())).join(''),
    );

/** Statements, and the tag that the server gives each in an open transaction with a savepoint `s`. */
const SAMPLES = [
  { text: ['select', ' 1'], kind: 'data', tag: 'SELECT' },
  { text: ['(select', ' 1)'], kind: 'data', tag: 'SELECT' },
  { text: ['with', ' a AS (SELECT 1) TABLE a'], kind: 'data', tag: 'SELECT' },
  { text: ['values', '(1)'], kind: 'data', tag: 'SELECT' },
  { text: ['table', ' pg_class'], kind: 'data', tag: 'SELECT' },
  { text: ['savepoint', ' t'], kind: 'savepoint', tag: 'SAVEPOINT' },
  { text: ['release', ' s'], kind: 'savepoint', tag: 'RELEASE' },
  { text: ['rollback', ' to s'], kind: 'savepoint', tag: 'ROLLBACK' },
  { text: ['set', ' local lock_timeout = 0'], kind: 'session', tag: 'SET' },
  { text: ['declare', ' c CURSOR FOR SELECT 1'], kind: 'session', tag: 'DECLARE' },
  { text: ['prepare', ' q AS SELECT 1'], kind: 'prepared', tag: 'PREPARE' },
  { text: ['deallocate', ' all'], kind: 'prepared', tag: 'DEALLOCATE' },
  { text: ['close', ' all'], kind: 'tripwire', tag: 'CLOSE' },
  { text: ['commit', ''], kind: 'transaction', tag: 'COMMIT' },
  { text: ['commit', ' and chain'], kind: 'transaction', tag: 'COMMIT' },
  { text: ['end', ''], kind: 'transaction', tag: 'COMMIT' },
  { text: ['rollback', ' work'], kind: 'transaction', tag: 'ROLLBACK' },
  { text: ['abort', ''], kind: 'transaction', tag: 'ROLLBACK' },
  { text: ['begin', ''], kind: 'transaction', tag: 'BEGIN' },
  { text: ['start', ' transaction'], kind: 'transaction', tag: 'START' },
] as const;

test('whatever blanks, comments and empty statements stand before a statement, its kind is the one that the server runs', async () => {
  const property = fc.asyncProperty(
    front,
    fc
      .constantFrom(...SAMPLES)
      .chain((sample) => anyCase(sample.text[0]).map((word) => ({ ...sample, sql: word + sample.text[1] }))),
    async (before, sample) => {
      const text = before + sample.sql;
      expect(kindOfStatement(text)).toBe(sample.kind);
      await client.query('ROLLBACK; DEALLOCATE ALL; BEGIN; SAVEPOINT s');
      const { command } = await client.query({ text, queryMode: 'extended' } as pg.QueryConfig);
      expect(command).toBe(sample.tag);
    },
  );
  await fc.assert(property, { numRuns: 300 });
});

const KINDS = new Set<string>(['data', 'savepoint', 'session', 'transaction', 'prepared', 'tripwire', 'unknown']);

test('any text at all has a kind', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => KINDS.has(kindOfStatement(text))));
  const parts = fc.constantFrom(
    ...'/ * - ; \n " u& U&" commit rollback to work ( close latchkey_open'.split(/(?<! ) /),
  );
  fc.assert(fc.property(fc.array(parts), (texts) => KINDS.has(kindOfStatement(texts.join('')))));
});

test.each(FOREIGN_ENDS)('%j begins or ends a transaction', (text) => {
  expect(kindOfStatement(text)).toBe('transaction');
});

describe('a statement of another kind is not taken for one', () => {
  test.each([
    ['ROLLBACK TO s', 'savepoint'],
    ['ROLLBACK WORK TO s', 'savepoint'],
    ['rollback/**/transaction--\nTO SAVEPOINT s', 'savepoint'],
    ['RELEASE SAVEPOINT commit', 'savepoint'],
    ["SELECT 'COMMIT'", 'data'],
    ['"COMMIT"', 'unknown'],
    ['commits', 'unknown'],
    ['commit$', 'unknown'],
    ['commité', 'unknown'],
    ['\u2028COMMIT', 'unknown'],
    ['\ufeffCOMMIT', 'unknown'],
    ['\u00a0COMMIT', 'unknown'],
    ["LOAD 'x'", 'unknown'],
    ['', 'data'],
    [' ;; /* */', 'data'],
    ['-- COMMIT', 'data'],
    ['/* COMMIT', 'data'],
    ['CLOSE mine', 'session'],
    ['CLOSE "ALL"', 'session'],
    ['DECLARE c CURSOR FOR TABLE latchkey_things', 'session'],
  ])('%j is %s', (text, kind) => {
    expect(kindOfStatement(text)).toBe(kind);
  });

  test.each([
    'CLOSE ALL',
    'close/**/latchkey_open',
    'CLOSE LATCHKEY_OPEN',
    'CLOSE "latchkey_open"',
    'CLOSE U&"latchkey\\005fopen"',
    'DECLARE latchkey_open CURSOR FOR SELECT 1',
    'FETCH FORWARD 1 FROM latchkey_open',
    'MOVE 0 IN latchkey_open',
  ])('%j touches the cursors of the run', (text) => {
    expect(kindOfStatement(text)).toBe('tripwire');
  });
});
