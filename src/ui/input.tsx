import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

const looks =
  'w-full min-w-0 rounded-md border border-line-strong bg-surface px-3 text-sm text-ink placeholder:text-muted transition-colors hover:border-muted disabled:cursor-not-allowed disabled:bg-raised disabled:text-muted aria-invalid:border-danger';

/** A line of text. */
export const Input = ({ className, ...props }: ComponentProps<'input'>) => (
  <input className={cn(looks, 'h-10', className)} {...props} />
);

/** Several lines of text. */
export const Textarea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea className={cn(looks, 'min-h-20 py-2', className)} {...props} />
);
