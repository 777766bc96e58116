import type pg from 'pg';
import { UtcClient } from './utc-client.ts';

type Takeover = { readonly text: 'BEGIN' | 'COMMIT'; readonly send: () => Promise<unknown> };

const Base = UtcClient as unknown as new (config?: pg.ClientConfig) => { query(...args: unknown[]): unknown };

/**
 * A connection of the pool on which a run may send Prisma's BEGIN or COMMIT together with a statement of its own: a claim
 * costs a round trip of its own otherwise, and so does the COMMIT after a completion.
 */
export class TransactionClient extends Base {
  #takeover: Takeover | null = null;

  /**
   * When `text` comes next on this connection, `send` is called in its place; what it throws, the sender gets. The function
   * given back calls that off, and says whether it came in time.
   */
  takeOver(text: Takeover['text'], send: Takeover['send']): () => boolean {
    const takeover = { text, send };
    this.#takeover = takeover;
    return () => {
      if (this.#takeover !== takeover) return false;
      this.#takeover = null;
      return true;
    };
  }

  override query(...args: unknown[]): unknown {
    const takeover = this.#takeover;
    if (takeover === null || (args[0] as { text?: string } | undefined)?.text !== takeover.text) {
      return super.query(...args);
    }
    this.#takeover = null;
    return takeover.send().then(() => NOTHING_RETURNED);
  }
}

/** What Prisma's adapter reads of the result of BEGIN and COMMIT. */
const NOTHING_RETURNED = { rows: [], fields: [], rowCount: 0 };
