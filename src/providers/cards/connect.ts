import { AsyncLocalStorage } from 'node:async_hooks';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import Stripe from 'stripe';
import { NeverSent } from '../never-left.ts';

/** Where cards are charged: the real Stripe, or something with its API at `url` that takes any test key. */
export type CardProvider =
  | { readonly kind: 'stripe'; readonly secretKey: string }
  | { readonly kind: 'sandbox'; readonly url: string };

/** How long a piece of work with the provider may take, all its requests together. */
export type CallLimit = { readonly withinMs: number; readonly signal?: AbortSignal | undefined };

/** Runs work with Stripe's client; its connections are cut when the limit is reached. */
export type WithStripe = <T>(limit: CallLimit, work: (client: Stripe) => Promise<T>) => Promise<T>;

/** A failure of the connection, told without the code that would make the SDK send the request a second time. */
class ConnectionFailed extends Error {
  override name = 'ConnectionFailed';
}

type OneCall = { readonly agent: HttpAgent | HttpsAgent; readonly ended: AbortSignal };

/**
 * Connects to the provider, for as many calls as come. Each call has connections of its own: one that lay idle may be
 * closed by the other side at the moment of sending, which looks like a lost answer.
 */
export function connectStripe(provider: CardProvider): WithStripe {
  const { key, ...where } = addressOf(provider);
  const calls = new AsyncLocalStorage<OneCall>();
  const client = new Stripe(key, {
    ...where,
    telemetry: false,
    maxNetworkRetries: 0,
    httpClient: {
      getClientName: () => 'node',
      makeRequest: async (...request) => {
        const call = calls.getStore();
        if (!call || call.ended.aborted) throw new NeverSent('ended before it was sent');
        // Even with its retries off, the SDK sends a request again after ECONNRESET and EPIPE: a second call that nobody
        // counted. It knows them by `code`, so they are wrapped.
        return await Stripe.createNodeHttpClient(call.agent)
          .makeRequest(...request)
          .catch((cause: unknown) => {
            throw new ConnectionFailed(cause instanceof Error ? cause.message : String(cause), { cause });
          });
      },
    },
  });

  return async ({ withinMs, signal }, work) => {
    const agent = where.protocol === 'https' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
    // The SDK's own timeout counts silence on the socket; a trickle of bytes would outlast it.
    const ended = AbortSignal.any([AbortSignal.timeout(withinMs), ...(signal ? [signal] : [])]);
    const cut = (): void => agent.destroy();
    ended.addEventListener('abort', cut);
    try {
      return await calls.run({ agent, ended }, () => work(client));
    } finally {
      ended.removeEventListener('abort', cut);
      agent.destroy();
    }
  };
}

function addressOf(provider: CardProvider) {
  switch (provider.kind) {
    case 'stripe':
      return { key: provider.secretKey, host: 'api.stripe.com', port: 443, protocol: 'https' as const };
    case 'sandbox': {
      const { protocol, hostname, port } = new URL(provider.url);
      const https = protocol === 'https:';
      return {
        key: 'sk_test_sandbox',
        host: hostname.replace(/^\[|\]$/g, ''),
        port: port || (https ? 443 : 80),
        protocol: https ? ('https' as const) : ('http' as const),
      };
    }
  }
}
