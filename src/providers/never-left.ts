/** A request that was given up before it was handed to the network. */
export class NeverSent extends Error {
  override name = 'NeverSent';
}

/**
 * Says why a failed request provably never left this machine: no name, no route, nobody listening. Undefined for all
 * else: a cut connection may have carried the request.
 */
export function whyNeverLeft(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof NeverSent) return error.message;
  // With several addresses of one host, each attempt has its own error, and each must have failed to connect.
  if (error instanceof AggregateError) {
    const reasons = error.errors.map(whyNeverLeft);
    return reasons.length > 0 && reasons.every((reason) => reason !== undefined) ? reasons.join('; ') : undefined;
  }
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'connect' || syscall === 'getaddrinfo') return error.message;
  return whyNeverLeft(error.cause);
}
