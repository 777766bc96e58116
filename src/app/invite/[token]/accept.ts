'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { acceptInvitation, MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../../auth/accept-invitation.ts';
import { env } from '../../../env.ts';
import { runtime } from '../../../runtime/instance.ts';
import { log } from '../../../runtime/log.ts';

/** What the form shows after a failed attempt; passwords are never sent back. */
export type AcceptState = { readonly problem: string } | null;

const formShape = z.object({
  token: z.string().max(200),
  password: z.string().max(MAX_PASSWORD_LENGTH),
  again: z.string().max(MAX_PASSWORD_LENGTH),
});

/** Makes the invited person, then asks them to sign in. Works without scripts: Next checks the origin of the form. */
export async function accept(_before: AcceptState, form: FormData): Promise<AcceptState> {
  const parsed = formShape.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { problem: `A password has at most ${MAX_PASSWORD_LENGTH} characters.` };
  const { token, password, again } = parsed.data;
  if (password.length < MIN_PASSWORD_LENGTH) return { problem: `Use at least ${MIN_PASSWORD_LENGTH} characters.` };
  if (password !== again) return { problem: 'The two passwords are not the same.' };
  if (env().readOnly) return { problem: 'This installation is read-only for now. Try again after the maintenance.' };
  switch (await attempt(token, password)) {
    case 'accepted':
      redirect('/sign-in?reason=invited&next=/desk');
      break;
    case 'no_invitation':
      return { problem: 'This link opens nothing any more. Ask for a new one.' };
    case 'already_there':
      return { problem: 'Somebody signs in with this address already. Ask an admin.' };
    case 'unavailable':
      return { problem: 'The database does not answer. Nothing was done; try again soon.' };
  }
}

async function attempt(token: string, password: string) {
  try {
    return (await acceptInvitation(runtime().database, token, password)).kind;
  } catch (error) {
    log.error({ err: error }, 'An invitation could not be accepted.');
    return 'unavailable' as const;
  }
}
