'use client';

import { useState } from 'react';
import type { AlarmEnd, AlarmRow } from '../../../postgres/statements/list-alarms.ts';
import { Field } from '../../field.tsx';
import { NativeSelect } from '../../native-select.tsx';
import { ConfirmCommand } from '../confirm-command.tsx';
import { type ActionState, MIN_REASON_LENGTH } from './action-state.ts';

export type DealAlarmDialogProps = ActionState & {
  readonly alarm: Pick<AlarmRow, 'providerId' | 'provider' | 'subjectType' | 'subjectId'>;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onConfirm: (input: { readonly how: AlarmEnd; readonly reason: string }) => void;
};

type EndWords = {
  /** The choice. */
  readonly label: string;
  /** What it means for the money and for what it is about. */
  readonly meaning: string;
  /** How it reads afterwards. */
  readonly done: string;
};

/** The words of each way to deal with a late effect. */
export const ALARM_END_WORDS: Readonly<Record<AlarmEnd, EndWords>> = {
  undone: {
    label: 'Refunded or reversed at the provider',
    meaning: 'You have undone it there; nothing here does that. It may be paid or released anew, under a new key.',
    done: 'Refunded or reversed at the provider.',
  },
  kept: {
    label: 'Kept: it stands as the one effect',
    meaning:
      'The money stays where it is, and nothing is called for it any more, for good. The answer of this record does not change.',
    done: 'Kept as the one effect.',
  },
  not_ours: {
    label: 'Not ours',
    meaning: 'The provider confirmed that it has nothing to do with this record. It may be paid or released anew.',
    done: 'Not ours.',
  },
};

const CHOICES = (Object.keys(ALARM_END_WORDS) as AlarmEnd[]).map((how) => [how, ALARM_END_WORDS[how].label] as const);

/** Asks what a person did about a late effect, and why. */
export function DealAlarmDialog({ alarm, onConfirm, ...rest }: DealAlarmDialogProps) {
  const [how, setHow] = useState<AlarmEnd>('undone');
  return (
    <ConfirmCommand
      {...rest}
      verb="Close"
      object={`the alarm of ${alarm.providerId}`}
      isSevere
      minReasonLength={MIN_REASON_LENGTH}
      onConfirm={(reason) => onConfirm({ how, reason })}
    >
      <p>
        {alarm.provider} has {alarm.providerId}. This only notes what was done about it: no money is moved from here.
      </p>
      <Field label="What was done">
        {(control) => (
          <NativeSelect
            {...control}
            options={CHOICES}
            value={how}
            onChange={({ target }) => setHow(target.value as AlarmEnd)}
          />
        )}
      </Field>
      <p>{ALARM_END_WORDS[how].meaning}</p>
    </ConfirmCommand>
  );
}
