'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export type Tab<Name extends string> = {
  readonly name: Name;
  readonly label: string;
  /** How much is in it; absent where that is no number. */
  readonly count?: number;
  readonly panel: ReactNode;
};

export type TabsProps<Name extends string> = {
  readonly label: string;
  readonly tabs: readonly Tab<Name>[];
  readonly current: Name;
  onChange(name: Name): void;
};

/** Panels of which one shows. Which one is the caller's to keep, in the URL. */
export const Tabs = <Name extends string>({ label, tabs, current, onChange }: TabsProps<Name>) => (
  <Radix.Root value={current} onValueChange={(name) => onChange(name as Name)} className="min-w-0">
    <Radix.List aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line px-3 sm:px-5">
      {tabs.map(({ name, label: text, count }) => (
        <Radix.Trigger
          key={name}
          value={name}
          className="-mb-px inline-flex h-11 items-center gap-1.5 border-b-2 border-transparent px-2.5 text-[13px] font-medium whitespace-nowrap text-muted transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink"
        >
          {text}
          {count !== undefined && count > 0 && (
            <span className="rounded-full bg-raised px-1.5 text-xs leading-5 tabular-nums">
              {count.toLocaleString('en')}
            </span>
          )}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map(({ name, panel }) => (
      <Radix.Content key={name} value={name} className="p-4 sm:p-6">
        {panel}
      </Radix.Content>
    ))}
  </Radix.Root>
);
