import { LRUCache } from 'lru-cache';

/** Remembers which keys this process has seen completed, to choose the read before the claim. Decides nothing. */
export type SeenKeys = {
  add(scope: string, key: string): void;
  has(scope: string, key: string): boolean;
};

/** 20,000 keys are about 4 MB; a client's retries come within minutes. */
export function createSeenKeys(): SeenKeys {
  const seen = new LRUCache<string, true>({ max: 20_000 });
  const name = (scope: string, key: string) => `${scope}\n${key}`;
  return {
    add: (scope, key) => {
      seen.set(name(scope, key), true);
    },
    has: (scope, key) => seen.has(name(scope, key)),
  };
}
