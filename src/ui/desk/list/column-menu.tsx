'use client';

import { Check, Columns3 } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { Button } from '../../button.tsx';
import { DropdownItem, DropdownLabel, DropdownMenu, DropdownSeparator } from '../../dropdown-menu.tsx';

export type ColumnMenuProps = {
  readonly columns: readonly { readonly id: string; readonly label: string; readonly isShown: boolean }[];
  readonly isCompact: boolean;
  readonly onToggle: (id: string) => void;
  readonly onReset: () => void;
  readonly onDensity: () => void;
};

/** Which columns a list shows, and how close its rows stand. */
export const ColumnMenu = ({ columns, isCompact, onToggle, onReset, onDensity }: ColumnMenuProps) => (
  <DropdownMenu
    trigger={
      <Button look="quiet" size="small" className="px-2">
        <Columns3 aria-hidden className="size-4" />
        <span className="max-sm:sr-only">Columns</span>
      </Button>
    }
  >
    <DropdownLabel>Columns</DropdownLabel>
    {columns.map(({ id, label, isShown }) => (
      <Item key={id} label={label} isOn={isShown} onToggle={() => onToggle(id)} />
    ))}
    <DropdownItem onSelect={onReset}>As they were</DropdownItem>
    <DropdownSeparator />
    <Item label="Compact rows" isOn={isCompact} onToggle={onDensity} />
  </DropdownMenu>
);

const Item = ({ label, isOn, onToggle }: { label: string; isOn: boolean; onToggle: () => void }) => (
  <Radix.CheckboxItem
    checked={isOn}
    // Several are chosen in one go.
    onSelect={(event) => event.preventDefault()}
    onCheckedChange={onToggle}
    className="flex min-h-9 cursor-default items-center justify-between gap-4 rounded-md px-3 text-sm outline-none select-none data-highlighted:bg-raised"
  >
    {label}
    <Radix.ItemIndicator>
      <Check aria-hidden className="size-4 text-accent-text" />
    </Radix.ItemIndicator>
  </Radix.CheckboxItem>
);
