'use client';

import { onlineManager, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { createLatchkeyClient } from './create-client.ts';
import { tabStorage } from './intent/memory-storage.ts';
import { IntentSessions } from './intent/sessions.ts';
import { LatchkeyContext, TRPCProvider } from './latchkey-context.ts';
import { makeQueryClient } from './query-client.ts';

export type LatchkeyProviderProps = {
  /** The signed-in account, or null. Give the element this as its `key` too: another account starts with nothing. */
  readonly accountId: string | null;
  /** How long the server replays answers, in hours. */
  readonly answerRetentionHours: number;
  readonly children: ReactNode;
};

/** Client, query cache and intents of one page. `data-hydrated` on its root says that presses are heard from now on. */
export function LatchkeyProvider({ accountId, answerRetentionHours, children }: LatchkeyProviderProps) {
  const [parts] = useState(() => makeParts(accountId, answerRetentionHours));
  useEffect(() => {
    document.documentElement.dataset.hydrated = '';
  }, []);
  return (
    <QueryClientProvider client={parts.queryClient}>
      <TRPCProvider trpcClient={parts.latchkey.client} queryClient={parts.queryClient}>
        <LatchkeyContext value={parts.latchkey}>{children}</LatchkeyContext>
      </TRPCProvider>
    </QueryClientProvider>
  );
}

function makeParts(accountId: string | null, answerRetentionHours: number) {
  const client = createLatchkeyClient({ url: '/api/trpc', accountId, isOnline: () => onlineManager.isOnline() });
  let storage: ReturnType<typeof tabStorage> | undefined;
  return {
    queryClient: makeQueryClient(),
    latchkey: {
      client,
      sessions: new IntentSessions(),
      storage: () => (storage ??= tabStorage()),
      answerRetentionMs: answerRetentionHours * 3_600_000,
    },
  };
}
