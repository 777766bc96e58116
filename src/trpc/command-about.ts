import type { Permission } from '../desk/permissions.ts';
import type { CommandNeeds } from './admit-operator.ts';

/** What a command is aimed at, as the audit names it: `record:12`, `conflict:3`, `user:abc`. */
type CommandTarget = { readonly target: string; readonly recordId?: string | null };

/** What a command is: who may send it, and what the audit calls it. */
export type CommandAbout<Named> = CommandNeeds & {
  /** `record.fence`: a thing and a verb. */
  readonly action: string;
  readonly target: (input: Named) => CommandTarget;
  /** A permission that depends on what is asked for, beside the one that is always needed. */
  readonly alsoNeeds?: (input: Named) => Permission;
};

/** What is asked for, with the id by which it is done at most once. */
export type WithRequest<T> = T & { readonly requestId: string };
