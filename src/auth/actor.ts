import type { Operator } from '../desk/operator.ts';
import type { AccountId } from '../shop/account.ts';

/** Who sends a request. An API key and a signed-in customer are the same notion: an account. */
export type Actor =
  | { readonly kind: 'account'; readonly accountId: AccountId; readonly caller: string; readonly name: string }
  | { readonly kind: 'suspended' }
  | ({ readonly kind: 'operator' } & Operator)
  | { readonly kind: 'nobody'; readonly why: string };
