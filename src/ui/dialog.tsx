'use client';

import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export type DialogProps = {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children: ReactNode;
  /** What opens it; leave it out where `open` is given. */
  readonly trigger?: ReactNode;
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
};

/** A question that must be answered before going on. The title names the verb and its object. */
export function Dialog({ title, description, children, trigger, ...state }: DialogProps) {
  return (
    <Radix.Root {...state}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[oklch(0.15_0.01_265/0.55)]" />
        <Radix.Content
          className="fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-1/2 gap-4 overflow-y-auto rounded-xl border border-line bg-surface p-6 shadow-float outline-none"
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="grid gap-1 pr-10">
            <Radix.Title className="text-base font-semibold">{title}</Radix.Title>
            {description && <Radix.Description className="text-muted">{description}</Radix.Description>}
          </div>
          {children}
          <Radix.Close asChild>
            <Button look="quiet" size="icon" aria-label="Close" className="absolute top-4 right-4">
              <X aria-hidden className="size-4" />
            </Button>
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Closes the dialog around it when pressed. */
export const DialogClose = ({ children }: { readonly children: ReactNode }) => (
  <Radix.Close asChild>{children}</Radix.Close>
);
