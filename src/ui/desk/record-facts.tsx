import Link from 'next/link';
import type { ReactNode } from 'react';
import type { RecordPageData } from '../../desk/get-record.ts';
import { CopyText } from '../copy-text.tsx';
import { Money } from '../money.tsx';
import { Time } from '../time.tsx';
import { Facts } from './facts.tsx';

export type RecordFactsProps = { readonly record: RecordPageData['record']; readonly asOf: Date };

/** Who asked for what, when, and what came of it. */
export const RecordFacts = ({ record, asOf }: RecordFactsProps) => (
  <Facts
    facts={[
      { name: 'Procedure', value: <FilterLink name="procedure" value={record.procedure} /> },
      {
        name: 'Account',
        value: (
          <FilterLink name="account" value={record.scope}>
            {record.accountName ?? record.scope}
          </FilterLink>
        ),
      },
      { name: 'Caller', value: <span className="font-mono text-xs break-all">{record.caller}</span> },
      {
        name: 'Resource',
        value: record.resourceId ? <CopyText text={record.resourceId} label="Copy resource id" /> : 'none',
      },
      ...(record.subjectId === null
        ? []
        : [
            {
              name: 'About',
              value: (
                <span className="grid gap-0.5">
                  <CopyText text={record.subjectId} label={`Copy ${record.subjectType} id`} />
                  {record.amountMinor !== null && record.currency !== null && (
                    <Money minorUnits={Number(record.amountMinor)} currency={record.currency} />
                  )}
                </span>
              ),
            },
          ]),
      { name: 'Created', value: <Time at={record.createdAt} asOf={asOf} show="both" /> },
      {
        name: 'Completed',
        value: record.completedAt ? <Time at={record.completedAt} asOf={asOf} show="both" /> : 'not yet',
      },
      { name: 'Replays', value: record.replayCount.toLocaleString('en') },
      { name: 'Window', value: windowText(record) },
    ]}
  />
);

const FilterLink = ({ name, value, children }: { name: string; value: string; children?: ReactNode }) => (
  <Link
    href={`/desk/records?${name}=${encodeURIComponent(value)}`}
    prefetch={false}
    className="rounded-sm text-accent-text underline-offset-4 hover:underline"
  >
    {children ?? value}
  </Link>
);

function windowText({ window, answerKept }: RecordPageData['record']): string {
  switch (window) {
    case null:
      return 'open until there is an outcome';
    case 'answer':
      return answerKept === 'full' ? 'a repeat gets the answer again' : 'a repeat gets status and resource only';
    case 'key':
      return 'a repeat is told that the answer was purged';
    case 'memory':
      return 'a repeat is told that the key has expired';
  }
}
