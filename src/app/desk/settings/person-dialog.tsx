'use client';

import { useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '../../../client/latchkey-context.ts';
import { useOperatorCommand } from '../../../client/use-operator-command.ts';
import type { OperatorRole } from '../../../desk/permissions.ts';
import type { InvitationRow, PersonRow } from '../../../postgres/statements/list-people.ts';
import { ConfirmCommand } from '../../../ui/desk/confirm-command.tsx';
import type { PersonAct } from '../../../ui/desk/settings/people-table.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';

/** What is asked for, and about whom. */
export type AccessAsk =
  | { readonly act: PersonAct; readonly person: PersonRow }
  | { readonly act: 'revoke'; readonly invitation: InvitationRow };

export type PersonDialogProps = {
  readonly ask: AccessAsk;
  readonly roles: readonly OperatorRole[];
  onClose(): void;
  /** The command was carried out, or something is different from what is shown. */
  onChanged(): void;
};

/** Asks for one change of access, with a reason. */
export function PersonDialog({ ask, roles, onClose, onChanged }: PersonDialogProps) {
  const { desk } = useTRPC();
  const done = (text: string) => () => {
    toast.success(text);
    onChanged();
    onClose();
  };
  const name = ask.act === 'revoke' ? ask.invitation.name : ask.person.name;
  const [role, setRole] = useState<OperatorRole>(ask.act === 'role' ? (ask.person.role as OperatorRole) : 'viewer');
  const changeRole = useOperatorCommand(desk.access.changeRole, { onDone: done(`${name} has the role ${role} now.`) });
  const setDisabled = useOperatorCommand(desk.access.setDisabled, { onDone: done(`Done for ${name}.`) });
  const signOut = useOperatorCommand(desk.access.signOutPerson, { onDone: done(`${name} is signed out everywhere.`) });
  const revoke = useOperatorCommand(desk.access.revokeInvitation, {
    onDone: done(`The invitation of ${name} has ended.`),
  });
  const { verb, about, state, send } = partsOf();
  return (
    <ConfirmCommand
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      verb={verb}
      object={ask.act === 'role' ? `of ${name}` : ask.act === 'revoke' ? `the invitation of ${name}` : name}
      isSevere
      minReasonLength={15}
      isSending={state.is === 'sending'}
      failure={state.is === 'failed' ? state.failure : null}
      returnTo="/desk/settings"
      onLookAgain={() => {
        onChanged();
        onClose();
      }}
      onConfirm={(reason) => void send(reason)}
    >
      <p>{about}</p>
      {ask.act === 'role' && (
        <Field label={`Role now: ${ask.person.role}. New role`}>
          {(control) => (
            <NativeSelect
              {...control}
              value={role}
              onChange={({ target }) => setRole(target.value as OperatorRole)}
              options={roles.map((known) => [known, known] as const)}
            />
          )}
        </Field>
      )}
    </ConfirmCommand>
  );

  function partsOf() {
    switch (ask.act) {
      case 'role': {
        const { userId, role: seenRole } = ask.person;
        return {
          verb: 'Change role',
          about: 'Their sessions end: they sign in again, with what the new role may do.',
          state: changeRole.state,
          send: (reason: string) => changeRole.send({ userId, role, seenRole: seenRole as OperatorRole, reason }),
        };
      }
      case 'disable':
      case 'enable': {
        const disabled = ask.act === 'disable';
        const { userId, isDisabled: seenDisabled } = ask.person;
        return {
          verb: disabled ? 'Disable' : 'Enable',
          about: disabled ? 'They are signed out everywhere and may not sign in.' : 'They may sign in again.',
          state: setDisabled.state,
          send: (reason: string) => setDisabled.send({ userId, disabled, seenDisabled, reason }),
        };
      }
      case 'sign_out':
        return {
          verb: 'Sign out',
          about: 'Every session of theirs ends, on every device. They may sign in again.',
          state: signOut.state,
          send: (reason: string) => signOut.send({ userId: ask.person.userId, reason }),
        };
      case 'revoke':
        return {
          verb: 'End',
          about: 'The link opens nothing from here on.',
          state: revoke.state,
          send: (reason: string) => revoke.send({ id: ask.invitation.id, reason }),
        };
    }
  }
}
