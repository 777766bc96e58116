'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type DialogProps = {
  readonly isOpen: boolean;
  readonly title: string;
  readonly about?: string;
  onOpenChange(isOpen: boolean): void;
  readonly children: ReactNode;
};

/** A sheet over the page for something on the side. Esc and a click beside it close it. */
export const Dialog = ({ isOpen, title, about, onOpenChange, children }: DialogProps) => (
  <Radix.Root open={isOpen} onOpenChange={onOpenChange}>
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-scrim" />
      <Radix.Content
        {...(about === undefined ? { 'aria-describedby': undefined } : {})}
        className="fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-2xl -translate-x-1/2 -translate-y-1/2 gap-4 overflow-y-auto rounded-xl border border-line bg-surface p-5 shadow-float sm:p-6"
      >
        <div className="flex items-start justify-between gap-4">
          <div className="grid gap-1">
            <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
            {about && <Radix.Description className="text-[13px] text-muted">{about}</Radix.Description>}
          </div>
          <Radix.Close asChild>
            <Button look="quiet" size="icon" aria-label="Close">
              <X aria-hidden className="size-4" />
            </Button>
          </Radix.Close>
        </div>
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
);
