'use client';

import { useActionState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { Input } from '../../../ui/input.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { accept } from './accept.ts';

export type AcceptFormProps = { readonly token: string; readonly email: string; readonly minLength: number };

/** Chooses the password of a new operator; posts by itself where scripts do not run. */
export function AcceptForm({ token, email, minLength }: AcceptFormProps) {
  const [state, submit, isPending] = useActionState(accept, null);
  return (
    <form action={submit} className="grid gap-4">
      {state && <Notice tone="danger" title={state.problem} />}
      <input type="hidden" name="token" value={token} />
      {/* For password managers: which sign-in this password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field label="Password" hint={`At least ${minLength} characters; a few words make a good one.`}>
        {(control) => (
          <Input
            {...control}
            name="password"
            type="password"
            required
            minLength={minLength}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field label="Password again">
        {(control) => (
          <Input {...control} name="again" type="password" required minLength={minLength} autoComplete="new-password" />
        )}
      </Field>
      <Button type="submit" busy={isPending}>
        Set password
      </Button>
    </form>
  );
}
