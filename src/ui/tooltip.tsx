'use client';

import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export type TooltipProps = { readonly text: ReactNode; readonly children: ReactNode };

/** More about a control, on hover and on focus. Never the only place where something is said. */
export const Tooltip = ({ text, children }: TooltipProps) => (
  // 300 ms: long enough not to flicker while the pointer passes over.
  <Radix.Provider delayDuration={300}>
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          sideOffset={6}
          className="z-50 max-w-72 rounded-md bg-ink px-2.5 py-1.5 text-xs leading-5 text-ground shadow-float"
        >
          {text}
          <Radix.Arrow className="fill-ink" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  </Radix.Provider>
);
