'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '../../button.tsx';
import { Field } from '../../field.tsx';
import { Input } from '../../input.tsx';

export type LookUpFormProps = {
  readonly why: string | null;
  readonly isSending: boolean;
  /** After 72 hours an id of the provider may be named; the server retrieves and checks it. */
  readonly mayName: boolean;
  readonly onLookUp: (providerId: string | null) => void;
};

/** Asks the server to ask the provider. What it says cannot be typed. */
export function LookUpForm({ why, isSending, mayName, onLookUp }: LookUpFormProps) {
  const [named, setNamed] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (why === null && !isSending) onLookUp(named.trim() || null);
  };
  return (
    <form onSubmit={submit} className="grid max-w-xl gap-4">
      <p className="text-pretty">
        The server asks the provider by its complete list or its own id, and keeps the answer as evidence. It is valid
        for ten minutes and for this attempt alone.
      </p>
      {mayName && (
        <Field label="Provider id, if you have one" hint="The server retrieves it and compares it with the intent.">
          {(control) => (
            <Input
              {...control}
              value={named}
              maxLength={200}
              autoComplete="off"
              className="font-mono"
              onChange={({ target }) => setNamed(target.value)}
            />
          )}
        </Field>
      )}
      {why && <p className="text-[13px] text-muted">{why}</p>}
      <div>
        <Button type="submit" busy={isSending} disabled={why !== null} aria-disabled={isSending}>
          Look up at the provider
        </Button>
      </div>
    </form>
  );
}
