'use client';

import { AlertDialog } from 'radix-ui';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Failure } from '../../client/failure.ts';
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';
import { Textarea } from '../input.tsx';
import { CommandFailure } from './command-failure.tsx';
import { EnvironmentBadge } from './environment-badge.tsx';

export type ConfirmCommandProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  /** `Purge`: what the button says again. */
  readonly verb: string;
  /** `the answer of record #12`. */
  readonly object: string;
  /** What it does and what it does not, in a sentence or two; and further fields. */
  readonly children?: ReactNode;
  /** Cannot be undone. */
  readonly isSevere?: boolean;
  /** The shortest reason that is taken; absent where none is asked for. */
  readonly minReasonLength?: number;
  readonly isSending: boolean;
  readonly failure: Failure | null;
  /** The path of this page, to come back to after signing in. */
  readonly returnTo: string;
  readonly onLookAgain?: () => void;
  /** `reason` is trimmed; empty where none is asked for. */
  readonly onConfirm: (reason: string) => void;
};

/** Asks for a command by its name: verb, object and environment, with the verb again on the button. Errors stay inside. */
export function ConfirmCommand(props: ConfirmCommandProps) {
  const { isOpen, onOpenChange, isSending } = props;
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !isSending && onOpenChange(open)}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <AlertDialog.Content className="fixed top-1/2 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-lg -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl border border-line bg-surface p-5 shadow-float sm:p-6">
          <CommandForm {...props} />
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}

/** A component of its own, so that each opening begins with an empty reason. */
function CommandForm(props: ConfirmCommandProps) {
  const { verb, object, children, isSevere = false, minReasonLength, isSending, failure, onConfirm } = props;
  const [reason, setReason] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const isShort = minReasonLength !== undefined && reason.trim().length < minReasonLength;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    if (!isShort && !isSending) onConfirm(reason.trim());
  };
  return (
    <form onSubmit={submit} className="grid gap-4" noValidate>
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center gap-2">
          <AlertDialog.Title className="text-lg font-semibold text-balance">
            {verb} {object}
          </AlertDialog.Title>
          <EnvironmentBadge />
        </div>
        <AlertDialog.Description asChild>
          <div className="grid gap-3 text-pretty text-muted">{children}</div>
        </AlertDialog.Description>
      </header>
      {minReasonLength !== undefined && (
        <Field
          label="Reason"
          hint={`At least ${minReasonLength} characters. It is kept in the audit.`}
          error={wasTried && isShort ? `Say why in at least ${minReasonLength} characters.` : undefined}
        >
          {(control) => (
            <Textarea
              {...control}
              value={reason}
              maxLength={500}
              required
              onChange={({ target }) => setReason(target.value)}
            />
          )}
        </Field>
      )}
      {failure && <CommandFailure failure={failure} returnTo={props.returnTo} onLookAgain={props.onLookAgain} />}
      <footer className="flex flex-wrap justify-end gap-2">
        <AlertDialog.Cancel asChild>
          <Button look="secondary" disabled={isSending}>
            Cancel
          </Button>
        </AlertDialog.Cancel>
        <Button type="submit" look={isSevere ? 'danger' : 'primary'} busy={isSending} aria-disabled={isSending}>
          {verb} {object}
        </Button>
      </footer>
    </form>
  );
}
