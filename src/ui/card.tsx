import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** A surface that holds one thing. */
export const Card = ({ className, ...props }: ComponentProps<'section'>) => (
  <section className={cn('rounded-lg border border-line bg-surface', className)} {...props} />
);

/** The line at the top of a card: a title, and what belongs to all of it. */
export const CardHeader = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    className={cn(
      'flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-3 sm:px-6',
      className,
    )}
    {...props}
  />
);

/** The title of a card. */
export const CardTitle = ({ className, ...props }: ComponentProps<'h2'>) => (
  <h2 className={cn('text-sm font-semibold', className)} {...props} />
);

/** The inside of a card. */
export const CardBody = ({ className, ...props }: ComponentProps<'div'>) => (
  <div className={cn('p-4 sm:p-6', className)} {...props} />
);
