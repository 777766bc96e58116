'use client';

import { Dialog } from '../dialog.tsx';
import type { DeskPage } from './desk-pages.ts';
import { Keys } from './keys.tsx';
import { EVERYWHERE, goTo, IN_LISTS, type Shortcut } from './shortcut-words.ts';

export type HelpSheetProps = {
  readonly isOpen: boolean;
  readonly pages: readonly DeskPage[];
  onOpenChange(isOpen: boolean): void;
};

/** All shortcuts on one sheet. */
export const HelpSheet = ({ isOpen, pages, onOpenChange }: HelpSheetProps) => (
  <Dialog
    isOpen={isOpen}
    onOpenChange={onOpenChange}
    title="Keyboard shortcuts"
    about="They rest while you type, and can be turned off in the settings."
  >
    <div className="grid gap-6 sm:grid-cols-2">
      <div className="grid content-start gap-6">
        <Group title="Everywhere" shortcuts={EVERYWHERE} />
        <Group title="In lists" shortcuts={IN_LISTS} />
      </div>
      <Group title="Go to" shortcuts={goTo(pages)} />
    </div>
  </Dialog>
);

/** Shortcuts under a title. */
export const Group = ({ title, shortcuts }: { readonly title: string; readonly shortcuts: readonly Shortcut[] }) => (
  <section className="grid content-start gap-2">
    <h3 className="text-[13px] font-semibold">{title}</h3>
    <ul className="grid gap-1.5">
      {shortcuts.map(({ keys, does }) => (
        <li key={does} className="flex items-baseline justify-between gap-4 text-[13px] text-muted">
          <span>{does}</span>
          <Keys keys={keys} />
        </li>
      ))}
    </ul>
  </section>
);
