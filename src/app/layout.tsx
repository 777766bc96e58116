import './globals.css';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { LatchkeyProvider } from '../client/provider.tsx';
import { runtime } from '../runtime/instance.ts';
import { pageActor } from '../trpc/page.ts';
import { SiteHeader } from '../ui/site-header.tsx';
import { ThemeProvider } from '../ui/theme-provider.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { Account } from './account.tsx';

export const metadata: Metadata = {
  title: { default: 'Latchkey', template: '%s · Latchkey' },
  description: 'A shop in which an order is placed exactly once, however often it is sent.',
};

export const viewport: Viewport = { colorScheme: 'light dark' };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const actor = await pageActor();
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  const accountId = actor.kind === 'account' ? actor.accountId : null;
  return (
    // next-themes sets the class before React sees the page.
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <ThemeProvider nonce={nonce}>
          <LatchkeyProvider
            key={accountId}
            accountId={accountId}
            answerRetentionHours={runtime().retention.answerHours}
          >
            <SiteHeader account={actor.kind === 'unreachable' ? null : <Account person={personOf(actor)} />} />
            {children}
            <Toaster />
          </LatchkeyProvider>
        </ThemeProvider>
      </body>
    </html>
  );
}

function personOf(actor: Exclude<Awaited<ReturnType<typeof pageActor>>, { kind: 'unreachable' }>) {
  switch (actor.kind) {
    case 'account':
      return { name: actor.name, kind: 'Account' };
    case 'operator':
      return { name: actor.name, kind: actor.role };
    case 'suspended':
      return { name: 'suspended', kind: 'Account' };
    case 'nobody':
      return null;
  }
}
