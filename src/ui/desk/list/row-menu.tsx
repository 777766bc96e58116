'use client';

import { Copy, Ellipsis, ListFilter } from 'lucide-react';
import { Button } from '../../button.tsx';
import { DropdownItem, DropdownLabel, DropdownMenu, DropdownSeparator } from '../../dropdown-menu.tsx';
import { shorten } from '../shorten.ts';

/** A cell as its row's menu offers it. */
export type MenuCell = {
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly filter: string | null;
};

export type RowMenuProps = {
  readonly name: string;
  readonly cells: readonly MenuCell[];
  readonly onCopy: (text: string) => void;
  readonly onFilter: (name: string, value: string) => void;
};

/** What can be done with the cells of a row: copied whole, and taken as a filter. */
export const RowMenu = ({ name, cells, onCopy, onFilter }: RowMenuProps) => (
  <DropdownMenu
    trigger={
      <Button look="quiet" size="icon" className="size-7" aria-label={`Cells of ${name}`}>
        <Ellipsis aria-hidden className="size-4" />
      </Button>
    }
  >
    <DropdownLabel>Copy</DropdownLabel>
    {cells.map(({ id, label, text }) => (
      <DropdownItem key={id} onSelect={() => onCopy(text)}>
        <Copy aria-hidden />
        {label}
        <span className="ml-auto max-w-48 truncate pl-4 font-mono text-xs text-muted">{shorten(text, 24)}</span>
      </DropdownItem>
    ))}
    {cells.some(({ filter }) => filter !== null) && (
      <>
        <DropdownSeparator />
        <DropdownLabel>Show only this</DropdownLabel>
        {cells.map(
          ({ id, label, text, filter }) =>
            filter !== null && (
              <DropdownItem key={id} onSelect={() => onFilter(filter, text)}>
                <ListFilter aria-hidden />
                {label}
                <span className="ml-auto max-w-48 truncate pl-4 font-mono text-xs text-muted">{shorten(text, 24)}</span>
              </DropdownItem>
            ),
        )}
      </>
    )}
  </DropdownMenu>
);
