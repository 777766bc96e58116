/** What a provider knows of a call that we made, or meant to make; `raw` is JSON for the evidence, without secrets. */
export type LookupResult =
  | {
      readonly found: 'succeeded';
      readonly providerId: string;
      /** As the provider has it, the currency in upper case (ISO 4217); null where it does not say. */
      readonly amount: { readonly cents: number; readonly currency: string } | null;
      /** The account that the call was made for, as the provider has it; null where it does not say. */
      readonly account: string | null;
      readonly raw: string;
    }
  | { readonly found: 'pending'; readonly providerId: string; readonly raw: string }
  | {
      readonly found: 'failed';
      readonly providerId: string | null;
      readonly code: string;
      readonly message: string;
      readonly raw: string;
    }
  /** By the complete list of everything in question, or by the provider's own primary key; never by a search index. */
  | { readonly found: 'absent'; readonly raw: string }
  | { readonly found: 'cannot_tell'; readonly why: string };

/** How one call ended, as far as its caller can know; `raw` is JSON for the evidence, without secrets. */
export type PerformResult =
  | { readonly answer: 'succeeded'; readonly providerId: string; readonly raw: string }
  /** Final: nothing happened, and the same key will be told the same. */
  | { readonly answer: 'declined'; readonly code: string; readonly message: string; readonly raw: string }
  /** Provably without effect: it never left this machine, or the provider turned it away before reading it. */
  | { readonly answer: 'never_sent'; readonly why: string }
  | {
      readonly answer: 'unclear';
      readonly why: string;
      /** The provider says that this server error is its stored answer for our key: the first call has ended. */
      readonly replayedServerError: boolean;
    };

/** One call; `downstreamKey` is the idempotency key that the provider gets. */
export type PerformCall<Request> = {
  readonly downstreamKey: string;
  readonly request: Request;
  /** Ends the call early; its result is then `unclear` unless it had never left. */
  readonly signal?: AbortSignal;
};

/** The call to look for. */
export type LookupCall<Request> = {
  readonly downstreamKey: string;
  readonly request: Request;
  /** The provider's id where an answer told it. */
  readonly providerId: string | null;
  /** When the first call with this key was about to be sent. */
  readonly firstCallAt: Date;
};

/** What must be equal before a found effect counts as ours; null is not compared. */
export type ExpectedEffect = {
  readonly amount: { readonly cents: number; readonly currency: string } | null;
  readonly account: string | null;
};

/**
 * Something that has an effect outside the database. Neither function throws for what the provider or the network does;
 * an exception is a bug.
 */
export type ExternalOperation<Request> = {
  readonly provider: string;
  readonly operation: string;
  readonly apiVersion: string;
  /** After this long a call counts as unanswered, connecting and reading included. Nothing below it retries. */
  readonly timeoutMs: number;
  /** How long the provider remembers a key, from the first call; Infinity when it never forgets. */
  readonly keyWindowMs: number;
  expects(request: Request): ExpectedEffect;
  perform(call: PerformCall<Request>): Promise<PerformResult>;
  lookup(call: LookupCall<Request>): Promise<LookupResult>;
};
