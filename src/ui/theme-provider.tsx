'use client';

import { ThemeProvider as NextThemes } from 'next-themes';
import type { ReactNode } from 'react';

/** Light, dark or the system's, chosen before the first paint so that nothing flashes. */
export const ThemeProvider = ({ children }: { readonly children: ReactNode }) => (
  <NextThemes attribute="class" defaultTheme="system" enableSystem enableColorScheme={false} disableTransitionOnChange>
    {children}
  </NextThemes>
);
