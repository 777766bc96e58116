'use client';

import type { TRPCClient } from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { createContext, useContext } from 'react';
import type { AppRouter } from '../trpc/app-router.ts';
import type { IntentStorage } from './intent/keep.ts';
import type { IntentSessions } from './intent/sessions.ts';

/** What the provider holds for the hooks below it. */
export type Latchkey = {
  readonly client: TRPCClient<AppRouter>;
  readonly sessions: IntentSessions;
  /** The tab's storage. A function, since the server that renders the page has none. */
  readonly storage: () => IntentStorage;
  readonly answerRetentionMs: number;
};

export const LatchkeyContext = createContext<Latchkey | null>(null);

/** The parts of the provider above. Throws where there is none. */
export function useLatchkey(): Latchkey {
  const latchkey = useContext(LatchkeyContext);
  if (!latchkey) throw new Error('useLatchkey was called outside of a LatchkeyProvider.');
  return latchkey;
}

/** Typed options of queries and mutations for TanStack Query, of this app. */
export const { TRPCProvider, useTRPC } = createTRPCContext<AppRouter>();
