import { CircleHelp, Globe, Home, Link, LogOut, Monitor, Moon, Printer, Rows2, Rows3, Sun } from 'lucide-react';
import type { PaletteItem } from '../../ui/desk/command-palette.tsx';
import type { Preferences } from '../../ui/desk/preferences-text.ts';

export type ActionParts = {
  readonly preferences: Preferences;
  change(part: Partial<Preferences>): void;
  setTheme(theme: string): void;
  onHelp(): void;
  onSignOut(): void;
};

/** What the palette can do beside opening pages. */
export const paletteActions = ({ preferences, change, setTheme, onHelp, onSignOut }: ActionParts): PaletteItem[] => [
  { id: 'light', label: 'Light theme', icon: Sun, words: ['appearance'], run: () => setTheme('light') },
  { id: 'dark', label: 'Dark theme', icon: Moon, words: ['appearance', 'night'], run: () => setTheme('dark') },
  { id: 'system', label: 'Theme of the system', icon: Monitor, words: ['appearance'], run: () => setTheme('system') },
  preferences.zone === 'UTC'
    ? {
        id: 'zone',
        label: 'Times in my zone',
        icon: Home,
        words: ['time zone', 'local'],
        run: () => change({ zone: 'local' }),
      }
    : { id: 'zone', label: 'Times in UTC', icon: Globe, words: ['time zone'], run: () => change({ zone: 'UTC' }) },
  preferences.density === 'compact'
    ? {
        id: 'density',
        label: 'Comfortable rows',
        icon: Rows2,
        words: ['density'],
        run: () => change({ density: 'comfortable' }),
      }
    : {
        id: 'density',
        label: 'Compact rows',
        icon: Rows3,
        words: ['density', 'dense'],
        run: () => change({ density: 'compact' }),
      },
  {
    id: 'copy-link',
    label: 'Copy the link to this page',
    icon: Link,
    words: ['url', 'share'],
    run: () => void navigator.clipboard?.writeText(window.location.href),
  },
  // After the palette is off the page.
  { id: 'print', label: 'Print this page', icon: Printer, run: () => void setTimeout(() => window.print(), 50) },
  { id: 'help', label: 'Keyboard shortcuts', icon: CircleHelp, keys: ['?'], words: ['help'], run: onHelp },
  { id: 'sign-out', label: 'Sign out', icon: LogOut, words: ['leave', 'session'], run: onSignOut },
];
