import type { pageActor } from '../../trpc/page.ts';

type Visitor = Awaited<ReturnType<typeof pageActor>>;

/** Why somebody who is no customer cannot have orders, and what would change that. */
export function whyNotBuying(actor: Exclude<Visitor, { kind: 'account' }>): string {
  switch (actor.kind) {
    case 'nobody':
      return 'Orders belong to an account. Sign in as a customer; you come back to this page.';
    case 'operator':
      return `You are signed in as ${actor.name}, who works at the desk. Orders belong to customers: sign in as one.`;
    case 'suspended':
      return 'This account is suspended. Nothing can be ordered with it.';
    case 'unreachable':
      return 'It cannot be seen who you are, because the database does not answer. Try again in a moment.';
  }
}
