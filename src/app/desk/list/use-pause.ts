'use client';

import { onlineManager } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { type PauseReason, pauseReason } from '../../../client/list/pause-reason.ts';

const onVisibility = (notify: () => void) => {
  document.addEventListener('visibilitychange', notify);
  return () => document.removeEventListener('visibilitychange', notify);
};

/** Why the list rests just now, or null. */
export function usePause(selectedCount: number, refreshSeconds: number): PauseReason | null {
  const isHidden = useSyncExternalStore(
    onVisibility,
    () => document.visibilityState === 'hidden',
    () => false,
  );
  const isOnline = useSyncExternalStore(
    (notify) => onlineManager.subscribe(notify),
    () => onlineManager.isOnline(),
    () => true,
  );
  const hasDialog = useHasDialog();
  return pauseReason({ isHidden, hasDialog, selectedCount, refreshSeconds, isOnline });
}

const DIALOG = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Dialogs and menus of all parts of the page hang at its body; whoever reads one must not lose the row behind it. */
function useHasDialog(): boolean {
  const [has, setHas] = useState(false);
  useEffect(() => {
    const look = () => setHas(document.querySelector(DIALOG) !== null);
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true });
    look();
    return () => observer.disconnect();
  }, []);
  return has;
}
