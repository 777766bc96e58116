import { Search } from 'lucide-react';
import Form from 'next/form';
import { Input } from '../input.tsx';

/** The id of the box, for the shortcut that leads to it. */
export const SEARCH_BOX_ID = 'desk-search';

/** Opens any pasted key, record id, resource id or provider id. */
export const SearchBox = () => (
  <Form action="/desk/search" role="search" className="relative w-full max-w-md min-w-0">
    <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
    <Input
      id={SEARCH_BOX_ID}
      name="q"
      type="search"
      aria-label="Find a key, record id, resource id or provider id"
      aria-keyshortcuts="/"
      placeholder="Key, record id or provider id"
      maxLength={520}
      autoComplete="off"
      spellCheck={false}
      className="h-9 px-9"
    />
    <kbd
      aria-hidden
      className="pointer-events-none absolute top-2 right-2.5 rounded-sm border border-line px-1.5 font-mono text-[11px] leading-4.5 text-muted"
    >
      /
    </kbd>
  </Form>
);
