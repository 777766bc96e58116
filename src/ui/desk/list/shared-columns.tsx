import type { KeyWarning } from '../../../idempotency/key-warning.ts';
import { KeyText } from '../key-text.tsx';
import { Name } from './cells.tsx';
import type { ListColumn } from './list-column.ts';

/** Whose it is: the account by its name, copied and filtered by its id. */
export const ACCOUNT_COLUMN: ListColumn<{ readonly scope: string; readonly accountName: string | null }> = {
  id: 'account',
  label: 'Account',
  cell: ({ scope, accountName }) => <Name text={accountName ?? scope} title={scope} />,
  text: ({ scope }) => scope,
  filter: 'account',
};

/** What was asked for. */
export const PROCEDURE_COLUMN: ListColumn<{ readonly procedure: string }> = {
  id: 'procedure',
  label: 'Procedure',
  cell: ({ procedure }) => <Name text={procedure} />,
  text: ({ procedure }) => procedure,
  filter: 'procedure',
};

/** Under which key, with a warning where it looks like one that names no intent. */
export const KEY_COLUMN: ListColumn<{ readonly key: string; readonly keyWarning: KeyWarning | null }> = {
  id: 'key',
  label: 'Key',
  cell: ({ key, keyWarning }) => <KeyText text={key} warning={keyWarning} isShort />,
  text: ({ key }) => key,
  filter: 'key',
};
