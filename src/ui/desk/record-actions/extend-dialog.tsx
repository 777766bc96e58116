'use client';

import { useState } from 'react';
import { Field } from '../../field.tsx';
import { NativeSelect } from '../../native-select.tsx';
import { Time } from '../../time.tsx';
import { ConfirmCommand } from '../confirm-command.tsx';
import { type ActionState, MIN_REASON_LENGTH } from './action-state.ts';

export type ExtendDialogProps = ActionState & {
  readonly recordId: string;
  readonly keyExpiresAt: Date;
  readonly asOf: Date;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onConfirm: (input: { readonly hours: number; readonly reason: string }) => void;
};

const HOURS = [
  ['24', '1 day from now'],
  ['72', '3 days from now'],
  ['168', '1 week from now'],
  ['720', '30 days from now'],
  ['2160', '90 days from now'],
] as const;

/** Asks for how long a record is to be kept, and why. */
export function ExtendDialog({ recordId, keyExpiresAt, asOf, onConfirm, ...rest }: ExtendDialogProps) {
  // The first choice that changes anything.
  const leftHours = (keyExpiresAt.getTime() - asOf.getTime()) / 3_600_000;
  const [hours, setHours] = useState<string>(HOURS.find(([value]) => Number(value) > leftHours)?.[0] ?? '2160');
  return (
    <ConfirmCommand
      {...rest}
      verb="Extend"
      object={`the retention of record #${recordId}`}
      minReasonLength={MIN_REASON_LENGTH}
      onConfirm={(reason) => onConfirm({ hours: Number(hours), reason })}
    >
      <p>
        Its key ends <Time at={keyExpiresAt} asOf={asOf} show="both" />. It is kept at least until the time below, with
        its answer if there is one. Nothing is shortened.
      </p>
      <Field label="Keep at least until">
        {(control) => (
          <NativeSelect {...control} options={HOURS} value={hours} onChange={({ target }) => setHours(target.value)} />
        )}
      </Field>
    </ConfirmCommand>
  );
}
