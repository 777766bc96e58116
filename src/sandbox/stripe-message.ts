import type { IncomingHttpHeaders } from 'node:http';

/** A request for the emulated Stripe. */
export type StripeRequest = {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** Its answer. */
export type StripeAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
