import './globals.css';
import { GeistMono } from 'geist/font/mono';
import { GeistSans } from 'geist/font/sans';
import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { SiteHeader } from '../ui/site-header.tsx';
import { ThemeProvider } from '../ui/theme-provider.tsx';
import { Toaster } from '../ui/toaster.tsx';

export const metadata: Metadata = {
  title: { default: 'Latchkey', template: '%s · Latchkey' },
  description: 'A shop in which an order is placed exactly once, however often it is sent.',
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // next-themes sets the class before React sees the page.
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <body>
        <ThemeProvider>
          <SiteHeader account={null} />
          {children}
          <Toaster />
        </ThemeProvider>
      </body>
    </html>
  );
}
