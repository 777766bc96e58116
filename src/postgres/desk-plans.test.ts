import { beforeAll, describe, expect, inject, test } from 'vitest';
import { SAMPLE, SEED_ACCOUNTS, seedDesk } from '../../bench/seed-desk.ts';
import { useShop } from '../testing/shop.ts';
import { auditSource } from './statements/list-audit.ts';
import { conflictsSource } from './statements/list-conflicts.ts';
import { duplicatesSource } from './statements/list-duplicates.ts';
import { countStatement, type ListSource, pageStatement, selectPage } from './statements/list-page.ts';
import { expiringSource, recordsSource, stuckSource, unknownSource } from './statements/list-records.ts';
import { searchRecords } from './statements/search-records.ts';

const shop = useShop();

/** What an operator filters by, from a common value to one that nothing has. */
const USUAL: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'no filter': {},
  'a common procedure': { procedure: 'orders.place' },
  'a rare procedure': { procedure: 'reports.rebuild' },
  'a large account': { account: 'acc_seed_0' },
  'a small account by name': { account: `Seed ${SEED_ACCOUNTS - 1}` },
  'an account that is not there': { account: 'nobody' },
  'a key': { key: 'no-such-key' },
};

const RECORD_FILTERS: typeof USUAL = {
  ...USUAL,
  'unknown ones': { state: 'UNKNOWN' },
  'those in progress': { state: 'IN_PROGRESS' },
  refusals: { outcome: 'refusal' },
  'the beginning of a key': { keyPrefix: '1f3c' },
  'an id': { id: '77' },
  'a resource': { resourceId: 'ord_nothing' },
  'an id of a provider': { providerId: 'ch_nothing' },
  'an hour long ago': {
    createdFrom: new Date(Date.now() - 40 * 86_400_000).toISOString(),
    createdTo: new Date(Date.now() - 40 * 86_400_000 + 3_600_000).toISOString(),
  },
};

const CONFLICT_FILTERS: typeof USUAL = {
  ...USUAL,
  'unreviewed ones': { reviewed: 'no' },
  'one record': { record: '70' },
};

const AUDIT_FILTERS: typeof USUAL = {
  'no filter': {},
  'denied attempts': { result: 'refused' },
  'one action': { action: 'record.fence' },
  'one person': { actor: 'op_3' },
  'one record': { record: '77' },
};

type AnySource = ListSource<string, string>;

/** The summaries are made from PostgreSQL 16 on: before, the table is read for these, as docs/operating.md says. */
const HAS_SUMMARIES = inject('serverMajor') >= 16;

const EXPIRING_LISTS = [
  ['expiring', expiringSource('answer', '1h'), USUAL],
  ['expiring keys', expiringSource('key', '1h'), USUAL],
] as const;

const LISTS: readonly (readonly [string, AnySource, typeof USUAL])[] = [
  ['records', recordsSource, RECORD_FILTERS],
  ['stuck', stuckSource, USUAL],
  ['unknown', unknownSource, USUAL],
  ...(HAS_SUMMARIES ? EXPIRING_LISTS : []),
  ['conflicts', conflictsSource, CONFLICT_FILTERS],
  ['audit', auditSource, AUDIT_FILTERS],
  ['duplicates', duplicatesSource, { 'no filter': {}, 'a procedure': { procedure: 'orders.place' } }],
];

beforeAll(() => seedDesk(shop.url, SAMPLE), 180_000);

type Plan = { readonly 'Node Type': string; readonly 'Relation Name'?: string; readonly Plans?: readonly Plan[] };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** Tables of the desk that the statement would read from end to end. */
const readWhole = async (text: string, values: readonly unknown[], asTheDeskReads = false): Promise<string[]> => {
  const client = await shop.observer.connect();
  // Left on for rows, save where only a summary of random values helps; a count reads up to ten thousand and is bounded.
  if (asTheDeskReads) await client.query('SET enable_seqscan = off');
  const { rows } = await client
    .query(`EXPLAIN (FORMAT JSON) ${text}`, [...values])
    .finally(() => client.query('RESET enable_seqscan').finally(() => client.release()));
  return nodesOf(rows[0]['QUERY PLAN'][0].Plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '?')
    .filter((table) =>
      ['idempotency_record', 'conflict_event', 'audit_entry', 'external_reference', 'record_event'].includes(table),
    );
};

describe.each(LISTS)('the list of %s reads no table from end to end', (_name, source, filters) => {
  const cases = Object.entries(filters).flatMap(([name, filter]) =>
    Object.keys(source.sorts).flatMap((sort) =>
      (['asc', 'desc'] as const).map((order) => [name, sort, order, filter] as const),
    ),
  );

  test.each(cases)(
    'with %s, by %s %s: first page, a later one, back from it, and its count',
    async (_, sort, order, filter) => {
      const bySummary = 'resourceId' in filter;
      const question = { filters: filter, sort, order, cursor: null, limit: 51 };
      const first = pageStatement(source, question);
      expect(await readWhole(first.text, first.values, bySummary)).toEqual([]);
      const client = await shop.observer.connect();
      const rows = await selectPage(client, source, { ...question, limit: 40 }).finally(() => client.release());
      const [value = '0', id = '1'] = (rows.at(-1)?.position ?? '0-1').split('-');
      for (const cursor of [{ after: { value, id } }, { before: { value, id } }]) {
        const later = pageStatement(source, { ...question, cursor });
        expect(await readWhole(later.text, later.values, bySummary)).toEqual([]);
      }
      const count = countStatement(source, question, 10_000);
      expect(await readWhole(count.text, count.values, true)).toEqual([]);
    },
  );
});

test('no list selects a body: answer, input or prints of fields', () => {
  for (const [, source, filters] of LISTS) {
    for (const filter of Object.values(filters)) {
      const sort = Object.keys(source.sorts)[0] ?? '';
      const { text } = pageStatement(source, { filters: filter, sort, order: 'desc', cursor: null, limit: 51 });
      expect(text).not.toMatch(/\b\w+\.(answer|input|field_prints|request|raw|evidence)\b|\.\*|SELECT \*/i);
    }
  }
});

test('a pasted text is looked for by indexes alone', async () => {
  let sent: { text: string; values: unknown[] } | undefined;
  const explaining = {
    query: async (text: string, values: unknown[]) => {
      sent = { text, values };
      return { rows: [] };
    },
  };
  await searchRecords(explaining as never, {
    id: '12',
    key: 'no-such-key',
    resourceId: 'ord_nothing',
    providerId: 'ch_nothing',
  });
  // For a resource.
  const read = HAS_SUMMARIES ? [] : ['idempotency_record'];
  expect(await readWhole(sent?.text ?? '', sent?.values ?? [], true)).toEqual(read);
});
