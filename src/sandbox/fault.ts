/** Where something can go wrong: a call that has an effect, or a look-up. */
export type Place = 'charge' | 'escrow' | 'charge_lookup' | 'escrow_lookup';

/** One thing that goes wrong, or is held up, in one request. */
export type Fault =
  | { readonly do: 'delay'; readonly ms: number }
  | { readonly do: 'hold_before' | 'hold_after' }
  | { readonly do: 'drop_before' | 'drop_after' }
  | { readonly do: 'error_before' | 'error_after' }
  /** The error is the stored answer for this key, and says so. */
  | { readonly do: 'error_stored' | 'error_after_stored' }
  | { readonly do: 'in_use' | 'differ' | 'decline' }
  | { readonly do: 'hide'; readonly ms: number };
