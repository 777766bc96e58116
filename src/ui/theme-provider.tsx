'use client';

import { ThemeProvider as NextThemes } from 'next-themes';
import type { ReactNode } from 'react';

export type ThemeProviderProps = {
  /** Lets the script that chooses the theme run under the page's Content Security Policy. */
  readonly nonce?: string | undefined;
  readonly children: ReactNode;
};

/** Light, dark or the system's, chosen before the first paint so that nothing flashes. */
export const ThemeProvider = ({ nonce = '', children }: ThemeProviderProps) => (
  <NextThemes
    attribute="class"
    defaultTheme="system"
    enableSystem
    enableColorScheme={false}
    disableTransitionOnChange
    nonce={nonce}
  >
    {children}
  </NextThemes>
);
