'use client';

import { useActionState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/notice.tsx';
import { submitSignIn } from './submit.ts';

/** The form; posts by itself where scripts do not run. */
export function SignInForm({ next }: { readonly next: string | null }) {
  const [state, submit, isPending] = useActionState(submitSignIn, null);
  return (
    <form action={submit} className="grid gap-4">
      {state && <Notice tone="danger" title={state.problem} />}
      {next && <input type="hidden" name="next" value={next} />}
      <Field label="Email">
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={state?.email}
            // A failed attempt keeps the address, so that the password is what is typed next.
            key={state?.email}
          />
        )}
      </Field>
      <Field label="Password">
        {(control) => <Input {...control} name="password" type="password" required autoComplete="current-password" />}
      </Field>
      <Button type="submit" busy={isPending} className="mt-1">
        Sign in
      </Button>
    </form>
  );
}
