import { LoaderCircle } from 'lucide-react';
import { cn } from './cn.ts';

/** Something is going on. Decorative: say in words what it is. */
export const Spinner = ({ className }: { readonly className?: string }) => (
  <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
);
