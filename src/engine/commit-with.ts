import type { PooledClient } from '../postgres/checkout.ts';
import { provesNothing } from '../postgres/failure.ts';
import type { Prepared } from '../postgres/prepared.ts';
import { COMMIT } from '../postgres/statements/begin-commit.ts';
import { CLOSE_TRIPWIRE } from '../postgres/statements/tripwire.ts';
import { sendTogether } from '../postgres/together.ts';

/** A COMMIT that takes the transaction's last statement along, when Prisma sends it, and closes the tripwire before it. */
export class CommitWith {
  readonly #callOff: () => boolean;
  #sending: Promise<void> | null = null;
  #failure: { readonly error: unknown } | null = null;

  constructor(client: PooledClient, last: Prepared | undefined) {
    this.#callOff = client.takeOver('COMMIT', () => {
      this.#sending = this.#send(client, last);
      return this.#sending;
    });
  }

  /** What the server said of them; null as long as nothing went wrong. */
  get failure(): { readonly error: unknown } | null {
    return this.#failure;
  }

  /** Waits for the server's word. @returns the failure, if it is one. */
  async settled(): Promise<{ readonly error: unknown } | null> {
    await this.#sending?.catch(() => {});
    return this.#failure;
  }

  /** @returns whether nothing was sent yet, nor will be. */
  callOff(): boolean {
    return this.#callOff();
  }

  async #send(client: PooledClient, last: Prepared | undefined): Promise<void> {
    try {
      await sendTogether(client, [...(last ? [last] : []), CLOSE_TRIPWIRE, COMMIT]);
    } catch (error) {
      this.#failure = { error };
      // To Prisma it is a COMMIT that ended the transaction; one that nobody answered stays an error.
      if (provesNothing(error)) throw error;
      await client.query('ROLLBACK');
    }
  }
}
