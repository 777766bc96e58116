import type { OperatorRole } from '../desk/permissions.ts';
import type { AccountId } from '../shop/account.ts';

/** Who sends a request. An API key and a signed-in customer are the same notion: an account. */
export type Actor =
  | { readonly kind: 'account'; readonly accountId: AccountId; readonly caller: string; readonly name: string }
  | { readonly kind: 'suspended' }
  | { readonly kind: 'operator'; readonly userId: string; readonly role: OperatorRole; readonly name: string }
  | { readonly kind: 'nobody'; readonly why: string };
