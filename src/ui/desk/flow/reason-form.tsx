'use client';

import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '../../button.tsx';
import { Field } from '../../field.tsx';
import { Textarea } from '../../input.tsx';
import { MIN_REASON } from './min-reason.ts';

export type ReasonFormProps = {
  /** What the button does, as a verb and its object. */
  readonly verb: string;
  readonly isSevere?: boolean;
  /** Why it cannot be done; the button then says so and does nothing. */
  readonly why: string | null;
  readonly isSending: boolean;
  /** Fields above the reason. */
  readonly children?: ReactNode;
  readonly onSubmit: (reason: string) => void;
};

/** A command with its reason of at least fifteen characters. */
export function ReasonForm({ verb, isSevere = false, why, isSending, children, onSubmit }: ReasonFormProps) {
  const [reason, setReason] = useState('');
  const [wasTried, setWasTried] = useState(false);
  const isShort = reason.trim().length < MIN_REASON;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    if (why === null && !isShort && !isSending) onSubmit(reason.trim());
  };
  return (
    <form onSubmit={submit} className="grid max-w-xl gap-4" noValidate>
      {children}
      <Field
        label="Reason"
        hint={`At least ${MIN_REASON} characters. It is kept in the audit and on the timeline.`}
        error={wasTried && isShort ? `Say why in at least ${MIN_REASON} characters.` : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            value={reason}
            maxLength={500}
            required
            disabled={why !== null}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Field>
      {why && <p className="text-[13px] text-muted">{why}</p>}
      <div>
        <Button
          type="submit"
          look={isSevere ? 'danger' : 'primary'}
          busy={isSending}
          disabled={why !== null}
          aria-disabled={isSending}
        >
          {verb}
        </Button>
      </div>
    </form>
  );
}
