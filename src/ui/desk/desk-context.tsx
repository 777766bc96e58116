'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { OperatorRole, Permission } from '../../desk/permissions.ts';
import type { Tone } from '../badge.tsx';

/** Who works at which desk, for buttons that only some may press. The server decides again. */
export type Desk = {
  readonly operatorId: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** What this role may do, read from the one table by the server. */
  readonly permissions: readonly Permission[];
  /** Which installation this is, and in which colour it is shown; null where it has no name. */
  readonly environmentName: string | null;
  readonly environmentTone: Tone;
  /** Every command is refused now. */
  readonly readOnly: boolean;
};

const DeskContext = createContext<Desk | null>(null);

/** Gives everything below the desk it belongs to. */
export const DeskProvider = ({ desk, children }: { readonly desk: Desk; readonly children: ReactNode }) => (
  <DeskContext value={desk}>{children}</DeskContext>
);

/** The desk around this component. Throws where there is none. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error('useDesk was called outside of a DeskProvider.');
  return desk;
}

/** Why this person cannot do that, as a sentence for the button; null when they can. */
export function whyNot({ role, permissions, readOnly }: Desk, permission: Permission): string | null {
  if (!permissions.includes(permission)) return `Your role "${role}" lacks the permission "${permission}".`;
  return readOnly ? 'This installation is in read-only mode: nothing can be changed.' : null;
}
