import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import Stripe from 'stripe';
import { NeverSent } from '../never-left.ts';

/** Where cards are charged: the real Stripe, or something with its API at `url` that takes any test key. */
export type CardProvider =
  | { readonly kind: 'stripe'; readonly secretKey: string }
  | { readonly kind: 'sandbox'; readonly url: string };

/** A failure of the connection, told without the code that would make the SDK send the request a second time. */
export class ConnectionFailed extends Error {
  override name = 'ConnectionFailed';
}

/**
 * Runs `work` with a client of its own, whose connections are cut after `withinMs` or at `signal`. A connection that
 * lay idle may be closed by the other side at the moment of sending, which looks like a lost answer; so none is kept.
 */
export async function withStripe<T>(
  provider: CardProvider,
  limit: { readonly withinMs: number; readonly signal?: AbortSignal | undefined },
  work: (client: Stripe) => Promise<T>,
): Promise<T> {
  const { key, ...where } = addressOf(provider);
  const agent = where.protocol === 'https' ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  const inner = Stripe.createNodeHttpClient(agent);
  // The SDK's own timeout counts silence on the socket; a trickle of bytes would outlast it.
  const ended = AbortSignal.any([AbortSignal.timeout(limit.withinMs), ...(limit.signal ? [limit.signal] : [])]);
  const cut = (): void => agent.destroy();
  ended.addEventListener('abort', cut);
  const client = new Stripe(key, {
    ...where,
    telemetry: false,
    maxNetworkRetries: 0,
    timeout: limit.withinMs,
    httpClient: {
      getClientName: () => inner.getClientName(),
      // Even with its retries off, the SDK sends a request again after ECONNRESET and EPIPE: a second call that nobody
      // counted. It knows them by `code`, so they are wrapped.
      makeRequest: async (...request) => {
        if (ended.aborted) throw new NeverSent('ended before it was sent');
        return await inner.makeRequest(...request).catch((cause: unknown) => {
          throw new ConnectionFailed(cause instanceof Error ? cause.message : String(cause), { cause });
        });
      },
    },
  });
  try {
    return await work(client);
  } finally {
    ended.removeEventListener('abort', cut);
    agent.destroy();
  }
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
