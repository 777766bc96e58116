'use client';

import { onlineManager, useMutation } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import type { DecorateMutationProcedure, ResolverDef } from '@trpc/tanstack-react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useLatchkey } from '../latchkey-context.ts';
import { decodeInput } from './codec.ts';
import { mintKey } from './mint-key.ts';
import type { IntentPorts } from './session.ts';
import { type IntentState, isUnsettled } from './state.ts';
import { useAskWhileOpen } from './use-ask-while-open.ts';

export type IntentOptions = {
  /** Who is signed in. An intent of another account is not sent. */
  readonly account: string;
  /** What the intent is about, where one procedure can have several: the cart, the article. */
  readonly name: string;
  /** Runs after the terminal answer, also when nobody shows the intent any more. */
  readonly onSettled?: () => void;
};

export type IntentHandle<Input, Answer> = {
  readonly state: IntentState<Answer>;
  /**
   * False until the page's scripts are at work. What is typed or pressed before that is lost, so a form stays closed:
   * otherwise a person might send what they did not choose.
   */
  readonly isReady: boolean;
  /** The input of the intent, as it was submitted; null when there is none. */
  readonly input: Input | null;
  /** There is no network: what is sent waits for it. */
  readonly isOffline: boolean;
  /** An intent of another account waits in this tab; it is sent only for that account. */
  readonly hasForeign: boolean;
  /** Makes the intent and sends it. While one is unsettled, sends that one instead. */
  readonly submit: (input: Input) => void;
  /** Sends the open intent again, with its key. */
  readonly sendAgain: () => void;
  /** Clears a settled intent, or gives up a forgotten one. */
  readonly dismiss: () => void;
};

const NOTHING = { phase: 'none' } as const;

const neverChanges = () => () => {};

/**
 * One key per intent for a protected mutation: `useIntent(trpc.orders.place, { account, name: sku })`. The key is made by the
 * first submit, kept in the tab before the first send, and stays over double clicks, retries, renders, reloads and outages
 * until a terminal answer. What is unsettled when a page loads is sent again by itself, and while the server cannot say how it ended,
 * it is asked for.
 */
export function useIntent<Def extends ResolverDef>(
  procedure: DecorateMutationProcedure<Def>,
  { account, name, onSettled }: IntentOptions,
): IntentHandle<Def['input'], Def['output']> {
  const { client, sessions, storage, answerRetentionMs } = useLatchkey();
  const path = procedure.mutationKey()[0].join('.');
  const session = sessions.of<Def['output']>({ account, procedure: path, name }, () => ({
    storage: storage(),
    send: (input, context) =>
      getUntypedClient(client).mutation(path, input, { context }) as ReturnType<IntentPorts<Def['output']>['send']>,
    askStatus: async (key) => (await client.idempotency.status.query({ key })).state,
    nowMs: Date.now,
    mintKey,
    answerRetentionMs,
  }));
  const state = useSyncExternalStore<IntentState<Def['output']>>(session.subscribe, session.state, () => NOTHING);
  const hasForeign = useSyncExternalStore(
    session.subscribe,
    () => session.hasForeign(),
    () => false,
  );
  const isOnline = useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    () => onlineManager.isOnline(),
    () => true,
  );
  const isReady = useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
  const { mutate } = useMutation({
    mutationFn: () => session.send(),
    onSuccess: () => (isUnsettled(session.state()) ? undefined : onSettled?.()),
    // Offline it waits and goes out with the network. Attempts are the links' business, so no retries here.
    networkMode: 'online',
    retry: false,
  });

  useEffect(() => {
    if (session.restore()) mutate();
  }, [session, mutate]);

  const waitsForNetwork = !isOnline && state.phase === 'open' && state.advice.do === 'after_delay';
  useEffect(() => {
    if (waitsForNetwork && session.sendAgain()) mutate();
  }, [waitsForNetwork, session, mutate]);

  useAskWhileOpen(state, () => {
    if (session.sendAgain()) mutate();
  });

  const kept = state.phase === 'none' ? null : state.intent.input;
  const input = useMemo(() => (kept === null ? null : (decodeInput(kept) as Def['input'])), [kept]);

  return {
    state,
    isReady,
    input,
    isOffline: !isOnline,
    hasForeign,
    submit: (wanted) => {
      if (session.submit(wanted)) mutate();
    },
    sendAgain: () => {
      if (session.sendAgain()) mutate();
    },
    dismiss: () => session.dismiss(),
  };
}
