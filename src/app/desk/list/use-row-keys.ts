'use client';

import { type RefObject, useState } from 'react';
import { useHotkeys } from 'react-hotkeys-hook';

export type RowKeys = {
  readonly isOn: boolean;
  readonly ids: readonly string[];
  readonly body: RefObject<HTMLTableSectionElement | null>;
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string) => void;
  readonly onEscape: () => void;
};

const isElsewhere = (): boolean =>
  document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"]') !== null;

/** `j` and `k` go through the rows, `x` selects one, Enter opens it, Esc lets go. @returns the row they are on. */
export function useRowKeys({ isOn, ids, body, onOpen, onToggle, onEscape }: RowKeys): string | null {
  const [activeId, setActive] = useState<string | null>(null);
  const at = activeId === null ? -1 : ids.indexOf(activeId);
  const options = { enabled: isOn, preventDefault: true, ignoreEventWhen: isElsewhere } as const;
  const go = (step: 1 | -1) => {
    const id = ids[at === -1 ? (step === 1 ? 0 : ids.length - 1) : Math.min(ids.length - 1, Math.max(0, at + step))];
    if (id === undefined) return;
    setActive(id);
    const row = [...(body.current?.rows ?? [])].find((candidate) => candidate.dataset.row === id);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'nearest' });
  };
  useHotkeys('j', () => go(1), options);
  useHotkeys('k', () => go(-1), options);
  useHotkeys('x', () => at !== -1 && activeId !== null && onToggle(activeId), options);
  useHotkeys(
    'enter',
    (event) => {
      // Enter on a link or button inside of the row is theirs.
      if (at === -1 || activeId === null || !(event.target instanceof HTMLTableRowElement)) return;
      event.preventDefault();
      onOpen(activeId);
    },
    { ...options, preventDefault: false },
  );
  useHotkeys(
    'escape',
    () => {
      setActive(null);
      if (document.activeElement instanceof HTMLTableRowElement) document.activeElement.blur();
      onEscape();
    },
    { ...options, preventDefault: false },
  );
  return at === -1 ? null : activeId;
}
