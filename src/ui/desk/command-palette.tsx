'use client';

import { Command } from 'cmdk';
import { type LucideIcon, Search } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useState } from 'react';
import { Keys } from './keys.tsx';

/** Something that the palette does. */
export type PaletteItem = {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly words?: readonly string[];
  readonly keys?: readonly string[];
  run(): void;
};

export type PaletteGroup = { readonly heading: string; readonly items: readonly PaletteItem[] };

export type CommandPaletteProps = {
  readonly isOpen: boolean;
  readonly groups: readonly PaletteGroup[];
  onOpenChange(isOpen: boolean): void;
  /** Opens what a pasted text names; null for those who may not look records up. */
  readonly onOpen: ((text: string) => void) | null;
};

const ITEM =
  'flex min-h-10 cursor-default items-center gap-3 rounded-md px-3 text-sm select-none data-[selected=true]:bg-raised [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-muted';

/** Pages and actions by name, and whatever a pasted key or id names. */
export const CommandPalette = ({ isOpen, onOpenChange, ...props }: CommandPaletteProps) => (
  <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
      <Radix.Content
        aria-describedby={undefined}
        className="fixed top-[12dvh] left-1/2 z-50 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-surface shadow-float"
      >
        <Radix.Title className="sr-only">Command palette</Radix.Title>
        <Palette {...props} onClose={() => onOpenChange(false)} />
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

type PaletteProps = Pick<CommandPaletteProps, 'groups' | 'onOpen'> & { onClose(): void };

/** A component of its own, so that each opening begins empty. */
function Palette({ groups, onOpen, onClose }: PaletteProps) {
  const [text, setText] = useState('');
  const pasted = text.trim();
  const run = (work: () => void) => {
    onClose();
    work();
  };
  return (
    <Command label="Commands" loop>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-4 shrink-0 text-muted" />
        <Command.Input
          autoFocus
          value={text}
          onValueChange={setText}
          maxLength={520}
          placeholder="Page, action, key, record id or provider id"
          className="h-12 w-full bg-transparent text-sm text-ink outline-none placeholder:text-muted"
        />
      </div>
      <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-6 text-center text-[13px] text-muted">
          No page or action has this name.
        </Command.Empty>
        {groups.map(({ heading, items }) => (
          <Command.Group
            key={heading}
            heading={heading}
            className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-2 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
          >
            {items.map(({ id, label, icon: Icon, words = [], keys, run: work }) => (
              <Command.Item key={id} value={label} keywords={[...words]} onSelect={() => run(work)} className={ITEM}>
                <Icon aria-hidden />
                {label}
                {keys && <Keys keys={keys} className="ml-auto" />}
              </Command.Item>
            ))}
          </Command.Group>
        ))}
        {onOpen && pasted !== '' && (
          <Command.Item forceMount value={`open ${pasted}`} onSelect={() => run(() => onOpen(pasted))} className={ITEM}>
            <Search aria-hidden />
            <span className="min-w-0 truncate">
              Open <span className="font-mono text-xs">{pasted}</span>
            </span>
            <span className="ml-auto shrink-0 text-xs text-muted">key, record id, provider id</span>
          </Command.Item>
        )}
      </Command.List>
    </Command>
  );
}
