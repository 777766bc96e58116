'use client';

import { type FormEvent, useState } from 'react';
import { useTRPC } from '../../../client/latchkey-context.ts';
import { useOperatorCommand } from '../../../client/use-operator-command.ts';
import type { OperatorRole } from '../../../desk/permissions.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { CommandFailure } from '../../../ui/desk/command-failure.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { Notice } from '../../../ui/notice.tsx';

export type InviteFormProps = { readonly roles: readonly OperatorRole[]; onInvited(): void };

/** Asks a person to the desk; shows the link once. */
export function InviteForm({ roles, onInvited }: InviteFormProps) {
  const [asked, setAsked] = useState(0);
  const command = useOperatorCommand(useTRPC().desk.access.invite, {
    onDone: () => {
      setAsked((count) => count + 1);
      onInvited();
    },
  });
  const { state } = command;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const text = (name: string) => String(fields.get(name) ?? '').trim();
    void command.send({
      email: text('email'),
      name: text('name'),
      role: text('role') as OperatorRole,
      reason: text('reason'),
    });
  };
  return (
    <div className="grid gap-4">
      {/* Empty again after each invitation. */}
      <form key={asked} onSubmit={submit} className="grid gap-4 sm:grid-cols-2">
        <Field label="Name">{(control) => <Input {...control} name="name" required maxLength={120} />}</Field>
        <Field label="E-mail address">
          {(control) => <Input {...control} name="email" type="email" required maxLength={320} autoComplete="off" />}
        </Field>
        <Field label="Role">
          {(control) => (
            <NativeSelect
              {...control}
              name="role"
              defaultValue="viewer"
              options={roles.map((role) => [role, role] as const)}
            />
          )}
        </Field>
        <Field label="Reason" hint="At least 15 characters. It is kept in the audit.">
          {(control) => <Input {...control} name="reason" required minLength={15} maxLength={500} />}
        </Field>
        <div className="sm:col-span-2">
          <Button type="submit" busy={state.is === 'sending'}>
            Make an invitation link
          </Button>
        </div>
      </form>
      {state.is === 'failed' && <CommandFailure failure={state.failure} returnTo="/desk/settings" />}
      {state.is === 'done' && (
        <Notice tone="success" title="The link, once and only here">
          <p>Send it over a channel that you trust. It works once, for 72 hours; only its print is stored.</p>
          <CopyText text={`${window.location.origin}/invite/${state.answer.token}`} label="Copy invitation link" />
        </Notice>
      )}
    </div>
  );
}
