import { X } from 'lucide-react';
import { UrlLink } from './url-link.tsx';

/** A filter that is on, and how to be without it. */
export type ListChip = {
  readonly label: string;
  readonly value: string;
  readonly href: string;
  readonly onRemove: () => void;
};

export type ListChipsProps = {
  readonly chips: readonly ListChip[];
  readonly clearHref: string;
  readonly onClear: () => void;
};

/** The filters that are on, each with the way to take it off. */
export const ListChips = ({ chips, clearHref, onClear }: ListChipsProps) =>
  chips.length === 0 ? null : (
    <ul
      aria-label="Filters that are on"
      className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2.5 sm:px-6"
    >
      {chips.map(({ label, value, href, onRemove }) => (
        <li key={label} className="min-w-0">
          <UrlLink
            href={href}
            onGo={onRemove}
            aria-label={`Remove filter ${label}: ${value}`}
            className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-full bg-accent-soft pr-2 pl-3 text-xs text-accent-text hover:underline"
          >
            <span className="truncate">
              {label}: <span className="font-medium">{value}</span>
            </span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </UrlLink>
        </li>
      ))}
      <li>
        <UrlLink
          href={clearHref}
          onGo={onClear}
          className="inline-flex h-7 items-center rounded-sm px-1 text-xs text-muted hover:text-ink hover:underline"
        >
          Clear all
        </UrlLink>
      </li>
    </ul>
  );
