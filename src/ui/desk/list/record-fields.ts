import type { FilterField } from './list-column.ts';

const FIELDS = {
  key: { label: 'Key', kind: 'code' },
  account: { label: 'Account', kind: 'text' },
  procedure: { label: 'Procedure', kind: 'text' },
  state: {
    label: 'State',
    kind: {
      options: [
        ['', 'Any state'],
        ['IN_PROGRESS', 'In progress'],
        ['COMPLETED', 'Completed'],
        ['UNKNOWN', 'Unknown'],
      ],
    },
  },
  outcome: {
    label: 'Outcome',
    kind: {
      options: [
        ['', 'Any outcome'],
        ['success', 'Success'],
        ['refusal', 'Refusal'],
      ],
    },
  },
  external: {
    label: 'Effect outside',
    kind: {
      options: [
        ['', 'Any'],
        ['began', 'May have happened'],
        ['none', 'None was begun'],
      ],
    },
  },
  ends: {
    label: 'What ends',
    kind: {
      options: [
        ['answer', 'The answer'],
        ['key', 'The key'],
      ],
    },
  },
  within: {
    label: 'Within',
    kind: {
      options: [
        ['1h', 'An hour'],
        ['6h', '6 hours'],
        ['24h', 'A day'],
        ['72h', 'Three days'],
      ],
    },
  },
  keyPrefix: { label: 'Key begins with', kind: 'code', isMore: true },
  resourceId: { label: 'Resource', kind: 'code', isMore: true },
  providerId: { label: 'Provider’s id', kind: 'code', isMore: true },
  id: { label: 'Record', kind: 'number', isMore: true },
  answerKept: {
    label: 'Answer',
    kind: {
      options: [
        ['', 'Any'],
        ['full', 'Kept'],
        ['reference', 'Reference only'],
        ['purged', 'Purged'],
        ['too_large', 'Too large to keep'],
        ['not_serializable', 'Not serializable'],
      ],
    },
    isMore: true,
  },
  createdFrom: { label: 'Created from', kind: 'moment', isMore: true },
  createdTo: { label: 'Created before', kind: 'moment', isMore: true },
} as const satisfies Readonly<Record<string, Omit<FilterField, 'name'>>>;

type Name = keyof typeof FIELDS;

const fields = (...names: readonly Name[]): readonly FilterField[] => names.map((name) => ({ ...FIELDS[name], name }));

const MORE = ['keyPrefix', 'resourceId', 'providerId', 'id', 'answerKept', 'createdFrom', 'createdTo'] as const;

export const RECORD_FIELDS = fields('key', 'account', 'procedure', 'state', 'outcome', ...MORE);
export const OPEN_FIELDS = fields(
  'key',
  'account',
  'procedure',
  'external',
  'providerId',
  'id',
  'createdFrom',
  'createdTo',
);
export const EXPIRING_FIELDS = fields(
  'ends',
  'within',
  'key',
  'account',
  'procedure',
  'resourceId',
  'providerId',
  'id',
);

const YES_NO = {
  options: [
    ['', 'Any'],
    ['no', 'Not yet'],
    ['yes', 'Reviewed'],
  ],
} as const;

export const CONFLICT_FIELDS: readonly FilterField[] = [
  { name: 'key', label: 'Key', kind: 'code' },
  { name: 'account', label: 'Account', kind: 'text' },
  { name: 'procedure', label: 'Procedure', kind: 'text' },
  { name: 'caller', label: 'Caller', kind: 'code' },
  { name: 'reviewed', label: 'Reviewed', kind: YES_NO },
  { name: 'record', label: 'Record', kind: 'number' },
];

export const DUPLICATE_FIELDS: readonly FilterField[] = [
  { name: 'account', label: 'Account', kind: 'text' },
  { name: 'procedure', label: 'Procedure', kind: 'text' },
];

export const AUDIT_FIELDS: readonly FilterField[] = [
  { name: 'actor', label: 'Who (id or e-mail)', kind: 'text' },
  { name: 'action', label: 'Action', kind: 'text' },
  { name: 'record', label: 'Record', kind: 'number' },
  {
    name: 'result',
    label: 'Result',
    kind: {
      options: [
        ['', 'Any result'],
        ['applied', 'Applied'],
        ['refused', 'Denied or refused'],
      ],
    },
  },
  { name: 'from', label: 'From', kind: 'moment' },
  { name: 'to', label: 'Before', kind: 'moment' },
  { name: 'target', label: 'Target', kind: 'code', isMore: true },
  { name: 'request', label: 'Request id', kind: 'code', isMore: true },
];

export const OPERATION_FIELDS: readonly FilterField[] = [
  {
    name: 'kind',
    label: 'What',
    kind: {
      options: [
        ['', 'Any'],
        ['extend_retention', 'Extend retention'],
        ['purge_answers', 'Purge answers'],
        ['review_conflicts', 'Review conflicts'],
      ],
    },
  },
  {
    name: 'state',
    label: 'State',
    kind: {
      options: [
        ['', 'Any'],
        ['preview', 'Preview'],
        ['running', 'Running'],
        ['done', 'Done'],
        ['aborted', 'Aborted'],
      ],
    },
  },
  { name: 'actor', label: 'Who', kind: 'text' },
];
