import { X } from 'lucide-react';
import Link from 'next/link';

export type FilterChip = {
  readonly label: string;
  readonly value: string;
  /** The same page without this filter. */
  readonly without: string;
};

export type FilterChipsProps = { readonly chips: readonly FilterChip[]; readonly clearAll: string };

/** The filters that are on, each with the way to take it off. */
export const FilterChips = ({ chips, clearAll }: FilterChipsProps) =>
  chips.length === 0 ? null : (
    <ul aria-label="Filters that are on" className="flex flex-wrap items-center gap-2 px-4 pb-3 sm:px-6">
      {chips.map(({ label, value, without }) => (
        <li key={label} className="min-w-0">
          <Link
            href={without}
            prefetch={false}
            aria-label={`Remove filter ${label}: ${value}`}
            className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-full bg-accent-soft pr-2 pl-3 text-xs text-accent-text hover:underline"
          >
            <span className="truncate">
              {label}: <span className="font-medium">{value}</span>
            </span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          href={clearAll}
          prefetch={false}
          className="inline-flex h-7 items-center rounded-sm px-1 text-xs text-muted hover:text-ink hover:underline"
        >
          Clear all
        </Link>
      </li>
    </ul>
  );
