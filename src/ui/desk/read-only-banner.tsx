'use client';

import { Lock } from 'lucide-react';
import { useDesk } from './desk-context.tsx';

/** Says that nothing can be changed now; nothing where everything can. */
export function ReadOnlyBanner() {
  const { readOnly } = useDesk();
  if (!readOnly) return null;
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b border-line bg-warning-soft px-4 py-2 text-[13px] font-medium text-warning-text sm:px-6 print:hidden"
    >
      <Lock aria-hidden className="size-4 shrink-0" />
      Read-only mode: every page can be read, every command is refused, replays are still answered.
    </p>
  );
}
