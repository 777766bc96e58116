/** The account that acts; its id is the scope of its keys. Only an authenticated request can make one. */
export type AccountId = string & { readonly __account: unique symbol };
