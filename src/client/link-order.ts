/** Clients, by their runtime object, whose chain has come past the key link. tRPC makes links in the order of the chain. */
const withKeyLink = new WeakSet<object>();

/** The key link of this client was made. */
export const noteKeyLink = (runtime: object): void => void withKeyLink.add(runtime);

/**
 * Fails the creation of a client whose retry link comes before its key link: links below a retry run once per attempt,
 * so that each attempt could get a key of its own and take effect again.
 */
export function requireKeyLinkAbove(runtime: object): void {
  if (withKeyLink.has(runtime)) return;
  throw new Error(
    'The links of this client are in the wrong order: keyLink() must come before retryByTableLink(), because links after ' +
      'the retry link run once per attempt and a key belongs to the whole operation.',
  );
}
