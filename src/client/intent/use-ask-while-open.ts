import { useEffect, useEffectEvent, useRef } from 'react';
import { askDelayMs } from './ask-schedule.ts';
import { type IntentState, isUnsettled } from './state.ts';

/**
 * While the server knows of the intent and cannot say yet how it ended, asks by itself: of an unknown outcome the status, as
 * the retry table's `ask_first` says, and of a run that outlasted the attempts its answer.
 */
export function useAskWhileOpen(state: IntentState<unknown>, ask: () => void): void {
  const asked = useRef(0);
  const askOnce = useEffectEvent(ask);
  const isOpen = isUnsettled(state);
  const isKnownThere = isServerAtIt(state);

  useEffect(() => {
    if (!isOpen) asked.current = 0;
  }, [isOpen]);

  useEffect(() => {
    if (!isKnownThere) return;
    const timer = setTimeout(() => {
      asked.current += 1;
      askOnce();
    }, askDelayMs(asked.current));
    return () => clearTimeout(timer);
  }, [isKnownThere]);
}

function isServerAtIt(state: IntentState<unknown>): boolean {
  if (state.phase !== 'open') return false;
  return state.advice.do === 'ask_first' || (state.failure.kind === 'key' && state.failure.reason === 'in_flight');
}
