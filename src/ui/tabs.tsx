'use client';

import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** Views of one thing; `value` and `onValueChange` come from the URL. */
export const Tabs = Radix.Root;

/** The row of tabs. */
export const TabsList = ({ className, ...props }: ComponentProps<typeof Radix.List>) => (
  <Radix.List className={cn('flex gap-4 overflow-x-auto border-b border-line', className)} {...props} />
);

/** One tab. */
export const TabsTrigger = ({ className, ...props }: ComponentProps<typeof Radix.Trigger>) => (
  <Radix.Trigger
    className={cn(
      '-mb-px h-10 border-b-2 border-transparent text-sm font-medium whitespace-nowrap text-muted transition-colors -outline-offset-2 hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink',
      className,
    )}
    {...props}
  />
);

/** What a tab shows. */
export const TabsContent = ({ className, ...props }: ComponentProps<typeof Radix.Content>) => (
  <Radix.Content className={cn('pt-4', className)} {...props} />
);
