'use client';

import { useRouter } from 'next/navigation';
import { useHotkeys } from 'react-hotkeys-hook';
import type { DeskPage } from '../../ui/desk/desk-pages.ts';
import { SEARCH_BOX_ID } from '../../ui/desk/search-box.tsx';

export type Shortcuts = {
  readonly isOn: boolean;
  readonly pages: readonly DeskPage[];
  onPalette(): void;
  onHelp(): void;
};

/** With a dialog open, letters belong to it. */
const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;

const hasModifier = (event: KeyboardEvent): boolean => event.ctrlKey || event.metaKey || event.altKey;

/** A character that some layouts have under Shift only: what counts is what was typed. */
const BY_CHARACTER = {
  useKey: true,
  ignoreModifiers: true,
  ignoreEventWhen: hasModifier,
  preventDefault: true,
} as const;

/** The desk's shortcuts; letters rest while somebody types. */
export function useShortcuts({ isOn, pages, onPalette, onHelp }: Shortcuts): void {
  const router = useRouter();
  useHotkeys('mod+k', onPalette, { enableOnFormTags: true, preventDefault: true });
  useHotkeys('?', () => !isDialogOpen() && onHelp(), { ...BY_CHARACTER, enabled: isOn });
  useHotkeys('/', () => !isDialogOpen() && focusSearch(), { ...BY_CHARACTER, enabled: isOn });
  useHotkeys(
    pages.map(({ letter }) => `g>${letter}`),
    (event, { keys }) => {
      const page = pages.find(({ letter }) => letter === keys?.at(-1));
      if (page && !hasModifier(event) && !isDialogOpen()) router.push(page.href);
    },
    { enabled: isOn },
  );
}

function focusSearch(): void {
  const box = document.getElementById(SEARCH_BOX_ID);
  if (!(box instanceof HTMLInputElement)) return;
  box.focus();
  box.select();
}
