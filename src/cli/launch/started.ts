/** What a start has set going, so that all of it ends in the reverse order, whatever happens. */
export class Started {
  readonly #stops: Array<() => void | Promise<void>> = [];
  #stopping: Promise<void> | undefined;

  /** True from the moment stopping began: nothing more may be set going. */
  get stopping(): boolean {
    return this.#stopping !== undefined;
  }

  /** Notes how to end what was just set going. */
  add(stop: () => void | Promise<void>): void {
    this.#stops.push(stop);
  }

  /** Ends everything, the last first, each after the other; a second call waits for the first. */
  stopAll(): Promise<void> {
    this.#stopping ??= this.#stopEach();
    return this.#stopping;
  }

  async #stopEach(): Promise<void> {
    for (let stop = this.#stops.pop(); stop; stop = this.#stops.pop()) {
      try {
        await stop();
      } catch (error) {
        // The rest must still be ended.
        console.error(error);
      }
    }
  }
}
