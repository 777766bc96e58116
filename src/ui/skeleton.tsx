import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** The place of something that is still loading, of the same size, so that nothing moves when it comes. */
export const Skeleton = ({ className, ...props }: ComponentProps<'div'>) => (
  <div aria-hidden className={cn('animate-pulse rounded-md bg-raised', className)} {...props} />
);
