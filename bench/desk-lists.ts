import { listOperations, operationFilters } from '../src/desk/bulk/list-operations.ts';
import { conflictFilters, duplicateFilters } from '../src/desk/conflict-filters.ts';
import { auditFilters, listAudit } from '../src/desk/list-audit.ts';
import { countConflicts, listConflicts } from '../src/desk/list-conflicts.ts';
import { listDuplicates } from '../src/desk/list-duplicates.ts';
import { countRecords, listExpiring, listRecords, listStuck, listUnknown } from '../src/desk/list-records.ts';
import { expiringFilters, openFilters, recordFilters } from '../src/desk/record-filters.ts';
import type { Snapshot } from '../src/postgres/read-only.ts';
import type { Runtime } from '../src/runtime/runtime.ts';
import { readDesk } from '../src/trpc/read-desk.ts';
import { quantile } from './stats.ts';

/** How long one question of the desk takes, in milliseconds, as the app asks it. */
export type ListFigure = {
  readonly list: string;
  readonly filter: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
};

type Question = readonly [list: string, filter: string, ask: (snapshot: Snapshot) => Promise<unknown>];

const records = (filter: string, input: object): Question => [
  'records',
  filter,
  (snapshot) => listRecords(snapshot, recordFilters.parse(input)),
];

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** Each preset as it opens, and the filters that operators reach for. */
export const QUESTIONS: readonly Question[] = [
  records('none', {}),
  records('a common procedure', { procedure: 'orders.place' }),
  records('a rare procedure', { procedure: 'reports.rebuild' }),
  records('a procedure that is not there', { procedure: 'nothing.at.all' }),
  records('a large account', { account: 'acc_seed_0' }),
  records('a small account, by name', { account: 'Seed 199' }),
  records('an account and a procedure', { account: 'acc_seed_150', procedure: 'escrow.release' }),
  records('a key', { key: 'no-such-key' }),
  records('the beginning of a key', { keyPrefix: '1f3c' }),
  records('a resource id', { resourceId: 'ord_nothing' }),
  records("a provider's id", { providerId: 'ch_nothing' }),
  records('in progress', { state: 'IN_PROGRESS' }),
  records('unknown', { state: 'UNKNOWN' }),
  records('refusals', { outcome: 'refusal' }),
  records('an hour forty days ago', { createdFrom: daysAgo(40), createdTo: daysAgo(40 - 1 / 24) }),
  records('from the oldest', { order: 'asc' }),
  ['stuck', 'none', (snapshot) => listStuck(snapshot, openFilters.parse({}))],
  ['stuck', 'a procedure', (snapshot) => listStuck(snapshot, openFilters.parse({ procedure: 'orders.pay' }))],
  ['unknown', 'none', (snapshot) => listUnknown(snapshot, openFilters.parse({}))],
  ['expiring', 'answers, an hour', (snapshot) => listExpiring(snapshot, expiringFilters.parse({}))],
  ['expiring', 'answers, a day', (snapshot) => listExpiring(snapshot, expiringFilters.parse({ within: '24h' }))],
  ['expiring', 'keys, an hour', (snapshot) => listExpiring(snapshot, expiringFilters.parse({ ends: 'key' }))],
  ['conflicts', 'none', (snapshot) => listConflicts(snapshot, conflictFilters.parse({}))],
  ['conflicts', 'unreviewed', (snapshot) => listConflicts(snapshot, conflictFilters.parse({ reviewed: 'no' }))],
  [
    'conflicts',
    'an account',
    (snapshot) => listConflicts(snapshot, conflictFilters.parse({ account: 'acc_seed_150' })),
  ],
  [
    'conflicts',
    'the most repeated',
    (snapshot) => listConflicts(snapshot, conflictFilters.parse({ sort: 'occurrences' })),
  ],
  ['duplicates', 'none', (snapshot) => listDuplicates(snapshot, duplicateFilters.parse({}))],
  ['operations', 'none', (snapshot) => listOperations(snapshot, operationFilters.parse({}))],
  ['audit', 'none', (snapshot) => listAudit(snapshot, auditFilters.parse({}))],
  ['audit', 'refused', (snapshot) => listAudit(snapshot, auditFilters.parse({ result: 'refused' }))],
  ['audit', 'an operator', (snapshot) => listAudit(snapshot, auditFilters.parse({ actor: 'op_3' }))],
  ['count of records', 'none', (snapshot) => countRecords(snapshot, recordFilters.parse({}))],
  [
    'count of records',
    'a rare procedure',
    (snapshot) => countRecords(snapshot, recordFilters.parse({ procedure: 'reports.rebuild' })),
  ],
  ['count of conflicts', 'none', (snapshot) => countConflicts(snapshot, conflictFilters.parse({}))],
];

/** Asks every question `times` times, one after another; the first answer warms up and does not count. */
export async function measureLists(runtime: Runtime, times: number): Promise<ListFigure[]> {
  const figures: ListFigure[] = [];
  for (const [list, filter, ask] of QUESTIONS) {
    const tookMs: number[] = [];
    for (let n = 0; n <= times; n++) {
      const begin = performance.now();
      await readDesk({ runtime }, ask);
      if (n > 0) tookMs.push(performance.now() - begin);
    }
    figures.push({ list, filter, p50Ms: quantile(tookMs, 0.5), p95Ms: quantile(tookMs, 0.95) });
  }
  return figures;
}
