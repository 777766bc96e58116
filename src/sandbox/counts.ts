/** How often a downstream key was called, and how many effects that had. */
export type KeyCount = { calls: number; effects: number };

/** Counts what reached the sandbox; nothing of it is kept over a restart. */
export class Counts {
  readonly #byKey = { charges: new Map<string, KeyCount>(), escrows: new Map<string, KeyCount>() };
  #chargeLookups = 0;
  #escrowLookups = 0;

  /** Counts a call and returns the count of its key. */
  call(what: 'charges' | 'escrows', key: string): KeyCount {
    const count = this.#byKey[what].get(key) ?? { calls: 0, effects: 0 };
    count.calls += 1;
    this.#byKey[what].set(key, count);
    return count;
  }

  lookup(what: 'charges' | 'escrows'): void {
    if (what === 'charges') this.#chargeLookups += 1;
    else this.#escrowLookups += 1;
  }

  /** All of it, for `GET /_counts`. */
  report() {
    return {
      charges: Object.fromEntries(this.#byKey.charges),
      escrows: Object.fromEntries(this.#byKey.escrows),
      chargeLookups: this.#chargeLookups,
      escrowLookups: this.#escrowLookups,
    };
  }
}
