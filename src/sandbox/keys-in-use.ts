/** Keys whose first call still runs: a provider refuses a second one meanwhile instead of running it twice. */
export class KeysInUse {
  readonly #keys = new Set<string>();

  /** Runs `call` unless one of the same key runs; then `busy` is the answer. A call without a key always runs. */
  async run<T>(key: string | undefined, call: () => Promise<T>, busy: () => T): Promise<T> {
    if (key === undefined) return call();
    if (this.#keys.has(key)) return busy();
    this.#keys.add(key);
    try {
      return await call();
    } finally {
      this.#keys.delete(key);
    }
  }
}
