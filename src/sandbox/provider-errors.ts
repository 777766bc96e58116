import { json, type Verdict } from './http.ts';

/** How a provider words what can go wrong with a call; the ledger and Stripe differ in nothing that matters here. */
export type ProviderErrors = {
  serverError(options?: { replayed: boolean }): Verdict;
  inUse(): Verdict;
  differs(): Verdict;
};

const replayedHeader = { 'idempotent-replayed': 'true' };

/** Stripe's words (https://docs.stripe.com/error-codes). */
export const stripeErrors = {
  serverError: (options?: { replayed: boolean }) =>
    json(
      500,
      { error: { type: 'api_error', message: 'An unknown error occurred' } },
      options?.replayed ? replayedHeader : {},
    ),
  inUse: () =>
    json(409, {
      error: {
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
        message: 'There is currently another in-progress request using this idempotency key.',
      },
    }),
  differs: () =>
    json(400, {
      error: {
        type: 'idempotency_error',
        message: 'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      },
    }),
  unknownToken: (token: string) =>
    json(400, {
      error: {
        type: 'invalid_request_error',
        code: 'resource_missing',
        param: 'source',
        message: `No such token: '${token}'`,
      },
    }),
} satisfies ProviderErrors & Record<'unknownToken', unknown>;

/** The ledger's words. */
export const ledgerErrors: ProviderErrors = {
  serverError: (options) =>
    json(500, { error: { code: 'internal', message: 'internal error' } }, options?.replayed ? replayedHeader : {}),
  inUse: () => json(409, { error: { code: 'hash_in_use', message: 'This hash is being submitted right now.' } }),
  differs: () =>
    json(409, { error: { code: 'hash_differs', message: 'This hash was submitted with another payload.' } }),
};

/** A look-up that is out of order. */
export const outOfOrder = (): Verdict =>
  json(503, { error: { type: 'api_error', code: 'unavailable', message: 'temporarily unavailable' } });
