import { headers } from 'next/headers';
import { forbidden, redirect } from 'next/navigation';
import { cache } from 'react';
import type { Actor } from '../../auth/actor.ts';
import { type Permission, roleMay } from '../../desk/permissions.ts';
import { pageActor } from '../../trpc/page.ts';

type Operator = Extract<Actor, { kind: 'operator' }>;

/**
 * The operator who looks at the page at `path`. Nobody is sent to sign in and comes back; who may not gets a 403 with words.
 * The procedures check again: this only decides which page is shown.
 */
export async function requireOperator(permission: Permission, path: string): Promise<Operator> {
  const actor = await pageActor();
  switch (actor.kind) {
    case 'operator':
      if (!roleMay(actor.role, permission)) forbidden();
      return actor;
    case 'nobody':
      redirect(`/sign-in?reason=${await whyNobody()}&next=${encodeURIComponent(path)}`);
      break;
    case 'account':
    case 'suspended':
      forbidden();
      break;
    case 'unreachable':
      throw new Error('The database could not say who looks at the desk.');
  }
}

/** A session cookie that opens nothing was one that has ended. */
const whyNobody = cache(async (): Promise<'expired' | 'required'> => {
  const cookie = (await headers()).get('cookie') ?? '';
  return /(?:^|; )(?:__Secure-)?latchkey\.session_token=/.test(cookie) ? 'expired' : 'required';
});
