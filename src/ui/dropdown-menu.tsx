'use client';

import { DropdownMenu as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from './cn.ts';

export type DropdownMenuProps = { readonly trigger: ReactNode; readonly children: ReactNode };

/** A menu under its trigger. */
export const DropdownMenu = ({ trigger, children }: DropdownMenuProps) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={6}
        className="z-50 min-w-44 rounded-lg border border-line bg-surface p-1 shadow-float"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);

/** Something that can be done. */
export const DropdownItem = ({ className, ...props }: ComponentProps<typeof Radix.Item>) => (
  <Radix.Item
    className={cn(
      'flex min-h-9 cursor-default items-center gap-2 rounded-md px-3 text-sm outline-none select-none data-disabled:text-muted data-highlighted:bg-raised [&_svg]:size-4 [&_svg]:text-muted',
      className,
    )}
    {...props}
  />
);

/** A line of text that cannot be chosen. */
export const DropdownLabel = ({ className, ...props }: ComponentProps<typeof Radix.Label>) => (
  <Radix.Label className={cn('px-3 py-2 text-xs text-muted', className)} {...props} />
);

/** A line between groups. */
export const DropdownSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />;
