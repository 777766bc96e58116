'use client';

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import {
  DEFAULT_PREFERENCES,
  PREFERENCES_COOKIE,
  type Preferences,
  preferencesText,
  shownZone,
} from './preferences-text.ts';

type Value = { readonly preferences: Preferences; change(part: Partial<Preferences>): void };

const PreferencesContext = createContext<Value>({ preferences: DEFAULT_PREFERENCES, change: () => {} });

/** A year: a choice about reading comfort is made once. */
const COOKIE_SECONDS = 365 * 24 * 60 * 60;

const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export type PreferencesProviderProps = { readonly initial: Preferences; readonly children: ReactNode };

/** What a person chose, for everything below; `initial` is what the server read from the cookie. */
export function PreferencesProvider({ initial, children }: PreferencesProviderProps) {
  const [preferences, setPreferences] = useState(initial);
  const change = useCallback((part: Partial<Preferences>) => {
    setPreferences((known) => {
      const next = { ...known, ...part };
      const whole = next.zone === 'local' ? { ...next, localZone: browserZone() } : next;
      keep(whole);
      return whole;
    });
  }, []);
  // A laptop that travels: the zone that the cookie remembers may be yesterday's.
  useEffect(() => {
    if (preferences.zone === 'local' && preferences.localZone !== browserZone()) change({});
  }, [preferences, change]);
  const value = useMemo(() => ({ preferences, change }), [preferences, change]);
  return <PreferencesContext value={value}>{children}</PreferencesContext>;
}

function keep(preferences: Preferences): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that the desk supports.
  document.cookie = `${PREFERENCES_COOKIE}=${preferencesText(preferences)}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax${secure}`;
}

/** What was chosen, and how to choose otherwise. Defaults outside of the desk. */
export const usePreferences = (): Value => useContext(PreferencesContext);

/** The zone in which times are written: UTC unless something else was chosen. */
export const useShownZone = (): string => shownZone(useContext(PreferencesContext).preferences);
