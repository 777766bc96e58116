/** How close rows stand in lists. */
export type Density = 'comfortable' | 'compact';

/** What a person chose for how the desk looks and moves. Kept in a cookie, so that the server draws the same as the browser. */
export type Preferences = {
  /** `UTC`, `local`, or an IANA name such as `Europe/Berlin`. */
  readonly zone: string;
  /** The browser's own IANA zone when `zone` is `local`: the server cannot know it otherwise. */
  readonly localZone: string | null;
  readonly density: Density;
  /** Seconds between two reads of a page that shows what is going on; 0 is by hand only. */
  readonly refreshSeconds: number;
  readonly shortcuts: boolean;
};

/** Seconds that may be chosen. Five keep ten operators below a read a second each; a minute is for a wall. */
export const REFRESH_CHOICES = [0, 5, 15, 60] as const;

export const DEFAULT_PREFERENCES: Preferences = {
  zone: 'UTC',
  localZone: null,
  density: 'comfortable',
  refreshSeconds: 5,
  shortcuts: true,
};

export const PREFERENCES_COOKIE = 'latchkey.desk';

/** Reads the cookie's value; whatever makes no sense falls back to its default, one by one. */
export function parsePreferences(text: string | undefined): Preferences {
  const found = membersOf(text);
  const zone = found.zone;
  return {
    zone: typeof zone === 'string' && (zone === 'local' || isZone(zone)) ? zone : DEFAULT_PREFERENCES.zone,
    localZone: typeof found.localZone === 'string' && isZone(found.localZone) ? found.localZone : null,
    density: found.density === 'compact' ? 'compact' : 'comfortable',
    refreshSeconds: REFRESH_CHOICES.find((seconds) => seconds === found.refreshSeconds) ?? 5,
    shortcuts: found.shortcuts !== false,
  };
}

/** The cookie's value, fit for a header. */
export const preferencesText = (preferences: Preferences): string => encodeURIComponent(JSON.stringify(preferences));

/** The IANA zone in which times are written. */
export const shownZone = ({ zone, localZone }: Preferences): string => (zone === 'local' ? (localZone ?? 'UTC') : zone);

function membersOf(text: string | undefined): Readonly<Record<string, unknown>> {
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text.startsWith('%') ? decodeURIComponent(text) : text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** Does the runtime know this time zone? */
export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
