'use client';

import { useTheme } from 'next-themes';
import { Toaster as Sonner } from 'sonner';

/** Where `toast` of sonner shows its lines. For what a person may miss without harm; errors stay in the page. */
export function Toaster() {
  const { resolvedTheme } = useTheme();
  return (
    <Sonner
      theme={resolvedTheme === 'dark' ? 'dark' : 'light'}
      position="bottom-right"
      toastOptions={{
        style: {
          background: 'var(--surface)',
          color: 'var(--ink)',
          borderColor: 'var(--line)',
          boxShadow: 'var(--shadow-float)',
          fontFamily: 'inherit',
        },
      }}
    />
  );
}
