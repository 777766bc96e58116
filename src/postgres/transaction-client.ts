import type pg from 'pg';
import { UtcClient } from './utc-client.ts';

type Takeover = { readonly text: 'BEGIN' | 'COMMIT'; readonly send: () => Promise<unknown> | undefined };

const Base = UtcClient as unknown as new (config?: pg.ClientConfig) => { query(...args: unknown[]): unknown };

/**
 * A connection of the pool on which a run may send Prisma's BEGIN or COMMIT together with a statement of its own: a claim
 * costs a round trip of its own otherwise, and so does the COMMIT after a completion.
 */
export class TransactionClient extends Base {
  #takeover: Takeover | null = null;
  #isWorking = false;

  /** While the work of a run has the connection, its transaction is not the work's to end. */
  setWorking(isWorking: boolean): void {
    this.#isWorking = isWorking;
  }

  /**
   * When `text` comes next on this connection, `send` is called in its place; what it throws, the sender gets. One that
   * gives no promise is taken as answered. The function given back calls that off, and says whether it came in time.
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
    const { text } = (args[0] ?? {}) as { text?: string };
    if (this.#isWorking && text !== undefined && ENDS_TRANSACTION.test(text)) {
      return Promise.reject(new MisusedTransaction(text));
    }
    const takeover = this.#takeover;
    if (takeover === null || text !== takeover.text) {
      return super.query(...args);
    }
    this.#takeover = null;
    return takeover.send()?.then(() => NOTHING_RETURNED) ?? ANSWERED;
  }
}

/** Rolling back to a savepoint does not end it. */
const ENDS_TRANSACTION =
  /^(?:\s|--.*\n|\/\*[\s\S]*?\*\/)*(?:begin|start\s+transaction|commit|end|abort|prepare\s+transaction|rollback(?!\s+(?:(?:work|transaction)\s+)?to\b))\b/i;

/** The work tried to begin or end a transaction. */
class MisusedTransaction extends Error {
  constructor(text: string) {
    super(`The work of a run may not begin or end a transaction, and sent "${text.trim().slice(0, 40)}".`);
  }
}

/** What Prisma's adapter reads of the result of BEGIN and COMMIT. */
const NOTHING_RETURNED = { rows: [], fields: [], rowCount: 0 };

const ANSWERED = Promise.resolve(NOTHING_RETURNED);
