import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export type TableProps = ComponentProps<'table'> & {
  /** Names the table, and the region that scrolls sideways when it is narrow. */
  readonly label: string;
};

/** A table for scanning: dense rows, tabular numerals, scrolls inside itself on a narrow screen. */
export const Table = ({ label, className, ...props }: TableProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
  <section aria-label={label} tabIndex={0} className="relative overflow-x-auto">
    <table aria-label={label} className={cn('w-full border-collapse text-[13px] tabular-nums', className)} {...props} />
  </section>
);

/** The head of a table. */
export const TableHead = (props: ComponentProps<'thead'>) => <thead {...props} />;

/** The rows of a table. */
export const TableBody = ({ className, ...props }: ComponentProps<'tbody'>) => (
  <tbody className={cn('[&>tr]:border-t [&>tr]:border-line', className)} {...props} />
);

/** One row; lights up under the pointer. */
export const TableRow = ({ className, ...props }: ComponentProps<'tr'>) => (
  <tr className={cn('[tbody>&]:hover:bg-raised/60', className)} {...props} />
);

/** A column's name. `className="text-right"` over numbers. */
export const TableHeaderCell = ({ className, ...props }: ComponentProps<'th'>) => (
  <th
    scope="col"
    className={cn(
      'h-9 px-3 text-left text-xs font-medium whitespace-nowrap text-muted first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6',
      className,
    )}
    {...props}
  />
);

/** A cell. */
export const TableCell = ({ className, ...props }: ComponentProps<'td'>) => (
  <td className={cn('h-11 px-3 py-1.5 first:pl-4 last:pr-4 sm:first:pl-6 sm:last:pr-6', className)} {...props} />
);
