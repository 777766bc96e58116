import { LRUCache } from 'lru-cache';
import type { Database } from '../postgres/database.ts';
import { type Auth, type AuthConfig, createAuth } from './auth.ts';
import { publicOrigin } from './public-origin.ts';

/** The sign-in of one installation, under whatever name people reach it. */
export type AuthByOrigin = {
  /** The better-auth that serves the sender of these headers. */
  of(headers: Headers): Auth;
};

/** One installation has one or two names; the rest is callers who forge the header and only evict each other. */
const MAX_ORIGINS = 16;

/** Where a request names no host, nothing that depends on one will be sent. */
const NO_HOST = 'http://localhost';

/**
 * Makes one better-auth per public origin, since it fixes its trusted origin and its cookies' names and `Secure` flag when
 * it is made, while nobody has to tell this app its address.
 */
export function createAuthByOrigin(database: Database, config: Omit<AuthConfig, 'origin'>): AuthByOrigin {
  const auths = new LRUCache<string, Auth>({ max: MAX_ORIGINS });
  return {
    of: (headers) => {
      const origin = publicOrigin(headers) ?? NO_HOST;
      const known = auths.get(origin);
      if (known) return known;
      const made = createAuth(database, { ...config, origin });
      auths.set(origin, made);
      return made;
    },
  };
}
