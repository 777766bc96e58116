const SECRET = /\b(sk|rk|pk|whsec)_(live_|test_)?[\w*]+/g;

/** JSON of what a provider said, to be kept as evidence; anything that looks like one of its API keys is masked. */
export function evidence(said: unknown): string {
  return (JSON.stringify(said) ?? 'null').replace(SECRET, '$1_***');
}

/** A sentence about a failed call, with anything that looks like an API key masked. */
export function sentenceOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(SECRET, '$1_***');
}
