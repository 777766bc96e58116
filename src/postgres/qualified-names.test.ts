import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { useShop } from '../testing/shop.ts';
import { standInArgument } from '../testing/stand-in-argument.ts';
import { type Kept, unqualifiedInFunction, unqualifiedNames } from '../testing/unqualified-names.ts';
import { freezeTargets, listTargets } from './statements/bulk-operation.ts';
import { auditSource, fullAuditSource } from './statements/list-audit.ts';
import { conflictsSource } from './statements/list-conflicts.ts';
import { duplicatesSource } from './statements/list-duplicates.ts';
import { operationsSource } from './statements/list-operations.ts';
import {
  countStatement,
  estimateStatement,
  type ListSource,
  pageStatement,
  selectKnown,
} from './statements/list-page.ts';
import { expiringSource, recordsSource, stuckSource, unknownSource } from './statements/list-records.ts';

const SRC = join(import.meta.dirname, '..');
const STATEMENTS = join(import.meta.dirname, 'statements');

/**
 * Files whose statements never follow somebody else's code on their session: reads of the desk and of the reader, jobs,
 * sign-ins, and what goes by the pool, which hands on no session with a search_path of the work's. What is not here may be
 * sent behind the work of a run in its transaction, and says whose its operators are too.
 */
const ON_SESSIONS_OF_OUR_OWN = new Set(
  `accept-invitation account-standing add-conflict add-conflict-counts add-replays approvals bulk-item bulk-operation claim-phased clock
   compute-figures count-claims count-list count-open count-sign-in evidence fence-record find-duplicates find-record
   free-record fresh-records is-claim-held job-health keep-record list-alarms list-audit list-conflicts list-duplicates
   list-operations list-page list-people list-records note-look pick-abandoned pick-settled pick-unknown raise-alarm read-answer read-held
   read-open-call read-overview read-record read-revealed read-run reap renew-lease reopen-unknown review-conflict
   roll-statistics saved-views search-records set-aside show-conflicts show-desk-acts show-record-audit show-run
   take-over take-over-hold`.split(/\s+/),
);

/** Exports that take a list; they are called with each list there is. */
const CALLED_WITH_LISTS = new Set([
  'selectPage',
  'pageStatement',
  'selectKnown',
  'countStatement',
  'estimateStatement',
  'idsOf',
  'listTargets',
  'freezeTargets',
  'countList',
  'expiringSource',
]);

type AnyList = ListSource<string, string>;

const LISTS = [
  recordsSource,
  stuckSource,
  unknownSource,
  ...(['answer', 'key'] as const).map((ends) => expiringSource(ends, '1h')),
  auditSource,
  fullAuditSource,
  conflictsSource,
  duplicatesSource,
  operationsSource,
] as unknown as readonly AnyList[];

const sent = new Map<string, Set<string>>();
const told = (file: string, text: string) => {
  const texts = sent.get(file) ?? new Set();
  sent.set(file, texts.add(text));
};

/** Calls an export with stand-ins for all that it takes; a word in the place of each that chooses between texts. */
async function callAll(file: string, exported: unknown): Promise<void> {
  const argument = standInArgument((text) => told(file, text));
  if (typeof exported !== 'function') return keepText(file, exported);
  for (const word of [argument, 'decides', 'shown', 'any']) {
    for (const places of [[], [1], [2]] as const) {
      const args = Array.from({ length: 5 }, (_, place) =>
        (places as readonly number[]).includes(place) ? word : argument,
      );
      const given: unknown = await Promise.resolve()
        .then(() => exported(...args))
        // What it makes of a stand-in's rows is of no interest here.
        .catch(() => undefined);
      for (const one of Array.isArray(given) ? given : [given]) keepText(file, one);
    }
  }
}

function keepText(file: string, prepared: unknown): void {
  const { text } = (typeof prepared === 'object' && prepared !== null ? prepared : {}) as { text?: unknown };
  if (typeof text === 'string') told(file, text);
}

/** Every list: under no filter and under each, from the first page and on from a row, in both orders. */
async function callLists(): Promise<void> {
  const file = 'list-page.ts';
  const argument = standInArgument((text) => told(file, text)) as never;
  for (const list of LISTS) {
    const values = {
      state: ['IN_PROGRESS', 'UNKNOWN', 'COMPLETED'],
      result: ['refused', 'applied'],
      reviewed: ['yes', 'no'],
    };
    const filters = [
      {},
      ...Object.keys(list.filters).flatMap((name) =>
        ((values as Record<string, readonly string[]>)[name] ?? ['1']).map((value) => ({ [name]: value })),
      ),
    ];
    for (const filter of filters) {
      for (const sort of Object.keys(list.sorts)) {
        for (const order of ['asc', 'desc'] as const) {
          for (const cursor of [null, { after: { value: '1', id: '1' } }, { before: { value: '1', id: '1' } }]) {
            told(file, pageStatement(list, { filters: filter, sort, order, cursor, limit: 1 }).text);
          }
          told(file, countStatement(list, { filters: filter, sort, order }, 1).text);
          await freezeTargets(argument, '1', listTargets(list, { filters: filter, sort, order }), 1);
        }
      }
      told(file, estimateStatement(list, filter).text);
      await selectKnown(argument, list, filter, ['1']);
    }
  }
  for (const table of ['idempotency_record', 'conflict_event'] as const) {
    await freezeTargets(argument, '1', { kind: 'ids', table, ids: ['1'] }, 1);
  }
}

/** The texts of a file; a template as its parts, or as one text with 1 in the place of each value. */
function literalsOf(source: string, templates: 'as parts' | 'filled'): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) found.push(node.text);
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      found.push(...(templates === 'as parts' ? parts : [parts.join('1')]));
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest));
  return found;
}

const filesUnder = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true }))
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .sort();

const complaints = (texts: Iterable<string>, kept: Kept): string[] =>
  [...texts].flatMap((text) =>
    unqualifiedNames(text, kept).map((complaint) => `${complaint}: ${text.trim().slice(0, 80)}`),
  );

describe('statements', () => {
  let files: string[];
  beforeAll(async () => {
    files = await filesUnder(STATEMENTS);
    for (const file of files) {
      const exports = Object.entries((await import(join(STATEMENTS, file))) as Record<string, unknown>);
      for (const [name, exported] of exports) if (!CALLED_WITH_LISTS.has(name)) await callAll(file, exported);
    }
    await callLists();
  });

  test('name whose every relation, sequence, function and type is', () => {
    expect(
      complaints(
        [...sent.values()].flatMap((texts) => [...texts]),
        'names',
      ),
    ).toEqual([]);
  });

  test('that may follow the work of a run on its session name whose every operator is', () => {
    const behindWork = files.filter((file) => !ON_SESSIONS_OF_OUR_OWN.has(file.replace(/\.ts$/, '')));
    expect(behindWork.length).toBeGreaterThan(10);
    expect(
      complaints(
        behindWork.flatMap((file) => [...(sent.get(file) ?? [])]),
        'names and operators',
      ),
    ).toEqual([]);
  });

  test('are all looked at: no SQL of these files is in none of the texts', async () => {
    const all = [...sent.values()].flatMap((texts) => [...texts]).join('\n;\n');
    const missed: string[] = [];
    for (const file of files) {
      const parts = literalsOf(await readFile(join(STATEMENTS, file), 'utf8'), 'as parts');
      missed.push(
        ...parts.filter((text) => LOOKS_LIKE_SQL.test(text) && !all.includes(text)).map((text) => `${file}: ${text}`),
      );
    }
    expect(missed).toEqual([]);
  });
});

const LOOKS_LIKE_SQL =
  /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|WHERE|VALUES|RETURNING|JOIN|ORDER BY|IS NOT|IS NULL)\b/;

test('SQL outside of the statements names whose every relation, function and type is', async () => {
  const found: string[] = [];
  for (const name of await filesUnder(SRC)) {
    if (/^(?:testing|postgres\/(?:statements|generated))\//.test(name)) continue;
    const texts = literalsOf(await readFile(join(SRC, name), 'utf8'), 'filled').filter((text) => BEGINS_SQL.test(text));
    found.push(...complaints(texts, 'names').map((complaint) => `${name}: ${complaint}`));
  }
  expect(found).toEqual([]);
});

const BEGINS_SQL = /^\s*(?:WITH|SELECT|INSERT INTO|UPDATE|DELETE FROM|LOCK TABLE|TRUNCATE|BEGIN;)\s/;

const shop = useShop();

test('functions and bodies of triggers name whose everything is, operators too', async () => {
  const { rows } = await shop.observer.query<{ name: string; language: string; body: string; definition: string }>(
    `SELECT p.proname AS name, l.lanname AS language, p.prosrc AS body, pg_get_functiondef(p.oid) AS definition
     FROM pg_proc p JOIN pg_language l ON l.oid = p.prolang WHERE p.pronamespace = 'public'::regnamespace`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(5);
  const found = rows.flatMap(({ name, language, body, definition }) =>
    unqualifiedInFunction(definition, language, body).map((complaint) => `${name}: ${complaint}`),
  );
  expect(found).toEqual([]);
});
