import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

/** The main part of a page: `narrow` for one decision, `wide` for tables. */
export const Page = ({
  width = 'normal',
  className,
  ...props
}: ComponentProps<'main'> & { width?: keyof typeof WIDTHS }) => (
  <main id="main" className={cn('mx-auto w-full px-4 py-8 sm:px-6', WIDTHS[width], className)} {...props} />
);

const WIDTHS = { narrow: 'max-w-xl', normal: 'max-w-5xl', wide: 'max-w-7xl' } as const;
