'use client';

import { Search } from 'lucide-react';
import Form from 'next/form';
import { useEffect, useRef } from 'react';
import { Input } from '../input.tsx';

/** Opens any pasted key, record id or resource id. `/` brings the cursor here. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <Form action="/desk/search" role="search" className="relative w-full max-w-md">
      <Search aria-hidden className="pointer-events-none absolute top-2.5 left-3 size-4 text-muted" />
      <Input
        ref={input}
        name="q"
        type="search"
        aria-label="Find a key, record id or resource id"
        aria-keyshortcuts="/"
        placeholder="Key, record id or resource id"
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
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
