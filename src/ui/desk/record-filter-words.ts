import type { RecordFilters } from '../../desk/record-filters.ts';

/** The filters that an operator sets; the cursor and the page's length are not theirs. */
export type RecordFilterName = Exclude<keyof RecordFilters, 'after' | 'before' | 'limit' | 'order' | 'sort' | 'known'>;

/** What each filter is called, in the order in which they are shown. */
export const FILTER_LABELS: Readonly<Record<RecordFilterName, string>> = {
  key: 'Key',
  keyPrefix: 'Key begins with',
  account: 'Account',
  state: 'State',
  outcome: 'Outcome',
  procedure: 'Procedure',
  resourceId: 'Resource',
  id: 'Record',
  providerId: 'Provider’s id',
  external: 'Outside effect',
  answerKept: 'Answer',
  createdFrom: 'Created from',
  createdTo: 'Created before',
};

export const STATE_OPTIONS = [
  ['', 'Any state'],
  ['IN_PROGRESS', 'In progress'],
  ['COMPLETED', 'Completed'],
  ['UNKNOWN', 'Unknown'],
] as const;

export const OUTCOME_OPTIONS = [
  ['', 'Any outcome'],
  ['success', 'Success'],
  ['refusal', 'Refusal'],
] as const;

export const ANSWER_OPTIONS = [
  ['', 'Any'],
  ['full', 'Kept'],
  ['reference', 'Reference only'],
  ['purged', 'Purged'],
  ['too_large', 'Too large to keep'],
  ['not_serializable', 'Not serializable'],
] as const;

const VALUE_WORDS = new Map<string, string>(
  [...STATE_OPTIONS, ...OUTCOME_OPTIONS, ...ANSWER_OPTIONS].map(([value, word]) => [value, word]),
);

/** A filter's value in the words of its control. */
export const filterValueText = (name: RecordFilterName, value: string): string => {
  if (name === 'state' || name === 'outcome' || name === 'answerKept') return VALUE_WORDS.get(value) ?? value;
  return name.startsWith('created') ? `${value.replace('T', ' ').replace(/(?::00)?Z$/, '')} UTC` : value;
};
