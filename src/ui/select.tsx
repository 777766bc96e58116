'use client';

import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import { cn } from './cn.ts';

export type SelectOption = { readonly value: string; readonly label: string };

export type SelectProps = {
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onValueChange: (value: string) => void;
  /** Names the control where no label element does. */
  readonly 'aria-label'?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly className?: string;
};

/** One of a few options. Values are not empty: an option for "any" has a word of its own. */
export function Select({ value, options, onValueChange, className, disabled = false, ...trigger }: SelectProps) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} disabled={disabled}>
      <Radix.Trigger
        className={cn(
          'inline-flex h-9 min-w-32 items-center justify-between gap-2 rounded-md border border-line-strong bg-surface px-3 text-sm transition-colors hover:border-muted disabled:cursor-not-allowed disabled:text-muted',
          className,
        )}
        {...trigger}
      >
        <Radix.Value />
        <Radix.Icon asChild>
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) overflow-hidden rounded-md border border-line bg-surface shadow-float"
        >
          <Radix.Viewport className="p-1">
            {options.map((option) => (
              <Radix.Item
                key={option.value}
                value={option.value}
                className="relative flex h-8 cursor-default items-center rounded-sm pr-3 pl-8 text-sm outline-none select-none data-highlighted:bg-raised"
              >
                <Radix.ItemIndicator className="absolute left-2">
                  <Check aria-hidden className="size-4 text-accent-text" />
                </Radix.ItemIndicator>
                <Radix.ItemText>{option.label}</Radix.ItemText>
              </Radix.Item>
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
