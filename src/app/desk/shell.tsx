'use client';

import type { ReactNode } from 'react';
import { DeskShell } from '../../ui/desk/desk-shell.tsx';

/** The desk's frame with what it has to fetch. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return <DeskShell counts={{}}>{children}</DeskShell>;
}
