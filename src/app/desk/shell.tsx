'use client';

import { useQuery } from '@tanstack/react-query';
import { CircleHelp, Command } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTheme } from 'next-themes';
import { type ReactNode, useState } from 'react';
import { useTRPC } from '../../client/latchkey-context.ts';
import { signOut } from '../../client/sign-out.ts';
import { Button } from '../../ui/button.tsx';
import { CommandPalette } from '../../ui/desk/command-palette.tsx';
import { useDesk } from '../../ui/desk/desk-context.tsx';
import { pagesFor } from '../../ui/desk/desk-pages.ts';
import { DeskShell } from '../../ui/desk/desk-shell.tsx';
import { HelpSheet } from '../../ui/desk/help-sheet.tsx';
import { usePreferences } from '../../ui/desk/preferences.tsx';
import { StillSignedIn } from '../../ui/still-signed-in.tsx';
import { paletteActions } from './palette-actions.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** The figures behind them are computed every quarter of a minute. */
const COUNTS_MS = 15_000;

/** The desk's frame with what it has to fetch, its palette and its shortcuts. */
export function Shell({ children }: { readonly children: ReactNode }) {
  const router = useRouter();
  const { permissions } = useDesk();
  const { preferences, change } = usePreferences();
  const { setTheme } = useTheme();
  const [open, setOpen] = useState<'palette' | 'help' | null>(null);
  const [isStillSignedIn, setStillSignedIn] = useState(false);
  const counts = useQuery({
    ...useTRPC().desk.overview.counts.queryOptions(),
    refetchInterval: COUNTS_MS,
    enabled: permissions.includes('overview:read'),
  });
  const pages = pagesFor(permissions);
  const onHelp = () => setOpen('help');
  useShortcuts({ isOn: preferences.shortcuts, pages, onPalette: () => setOpen('palette'), onHelp });
  const onSignOut = () =>
    void signOut().then(
      () => window.location.assign('/sign-in'),
      () => setStillSignedIn(true),
    );
  const mayOpen = permissions.includes('records:read');
  return (
    <DeskShell
      counts={counts.data?.counts ?? {}}
      tools={
        <>
          <Button look="quiet" size="icon" aria-label="Command palette" onClick={() => setOpen('palette')}>
            <Command aria-hidden className="size-4" />
          </Button>
          <Button look="quiet" size="icon" aria-label="Keyboard shortcuts" onClick={onHelp}>
            <CircleHelp aria-hidden className="size-4" />
          </Button>
        </>
      }
    >
      {children}
      {isStillSignedIn && <StillSignedIn onClose={() => setStillSignedIn(false)} />}
      <CommandPalette
        isOpen={open === 'palette'}
        onOpenChange={(isOpen) => setOpen(isOpen ? 'palette' : null)}
        onOpen={mayOpen ? (text) => router.push(`/desk/search?q=${encodeURIComponent(text)}`) : null}
        groups={[
          {
            heading: 'Pages',
            items: pages.map(({ href, label, icon, words, letter }) => ({
              id: href,
              label,
              icon,
              words,
              keys: ['g', letter],
              run: () => router.push(href),
            })),
          },
          { heading: 'Actions', items: paletteActions({ preferences, change, setTheme, onHelp, onSignOut }) },
        ]}
      />
      <HelpSheet isOpen={open === 'help'} pages={pages} onOpenChange={(isOpen) => setOpen(isOpen ? 'help' : null)} />
    </DeskShell>
  );
}
