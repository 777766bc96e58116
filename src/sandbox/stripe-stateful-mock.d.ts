// The emulator ships no types; this is what the sandbox uses of it.

declare module 'stripe-stateful-mock' {
  import type { RequestListener } from 'node:http';
  /** The emulated Stripe as a listener for node:http; its state is one for the whole process. */
  export function createExpressApp(): RequestListener;
}

declare module 'stripe-stateful-mock/dist/api/AccountData.js' {
  export class AccountData<T extends { id: string; created: number }> {
    get(accountId: string, objectId: string): T | null;
    getAll(accountId: string): T[];
    contains(accountId: string, objectId: string): boolean;
    put(accountId: string, object: T): void;
  }
}
