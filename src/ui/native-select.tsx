import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';

export type NativeSelectProps = ComponentProps<'select'> & {
  readonly options: readonly (readonly [value: string, label: string])[];
};

/** A choice inside a form that also works without scripts. */
export const NativeSelect = ({ options, className, ...props }: NativeSelectProps) => (
  <span className={cn('relative inline-flex w-full', className)}>
    <select
      className="h-9 w-full min-w-0 appearance-none rounded-md border border-line-strong bg-surface pr-8 pl-3 text-sm text-ink transition-colors hover:border-muted disabled:cursor-not-allowed disabled:bg-raised disabled:text-muted"
      {...props}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown aria-hidden className="pointer-events-none absolute top-2.5 right-2.5 size-4 text-muted" />
  </span>
);
