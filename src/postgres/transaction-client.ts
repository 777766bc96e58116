import type pg from 'pg';
import type { MisusedConnection } from './misused-connection.ts';
import { isReadOnlyTransaction, isStaleSession } from './stale-session.ts';
import { UtcClient } from './utc-client.ts';
import { type Aftermath, WorkTurn, worse } from './work-turn.ts';

type Takeover = { readonly text: 'BEGIN' | 'COMMIT'; readonly send: () => Promise<unknown> | undefined };

/** What `pg` has and its types leave out: whether it waits for an answer, and what it will wait for next. */
type Inside = { readonly readyForQuery: boolean; readonly _sentQueryQueue: readonly unknown[] };

const Base = UtcClient as unknown as new (
  config?: pg.ClientConfig,
) => Omit<UtcClient, 'query'> & { query(...args: unknown[]): unknown };

/**
 * A connection of the pool on which a run may send Prisma's BEGIN or COMMIT together with statements of its own: a claim
 * costs a round trip of its own otherwise, and so does the COMMIT after a completion. While the work of a run has it, its
 * statements go by the extended protocol alone, one statement a message, and in turn.
 */
export class TransactionClient extends Base {
  /** True once somebody gave it back. */
  isUsed = false;
  #takeover: Takeover | null = null;
  #turn: WorkTurn | null = null;
  readonly #waiting: (() => void)[] = [];
  #aftermath: Aftermath = 'keep';
  #isStale = false;
  #refusedToWrite = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.connection.on('errorMessage', (error: unknown) => {
      if (isStaleSession(error)) this.#isStale = true;
      if (isReadOnlyTransaction(error)) this.#refusedToWrite = true;
    });
    const answered = () => {
      this.#turn?.next();
      if (this.#isIdle()) for (const resolve of this.#waiting.splice(0)) resolve();
    };
    this.on('drain', answered);
    this.on('end', answered);
  }

  /** True once a statement failed for what this session is (see `isStaleSession`), whoever swallowed the error. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** True once the server said that the transaction is read-only. */
  get refusedToWrite(): boolean {
    return this.#refusedToWrite;
  }

  /** What has to become of the session before somebody else gets it. */
  get aftermath(): Aftermath {
    const status = this.getTransactionStatus();
    const isOpen = status === 'T' || status === 'E';
    return isOpen || this.#isStale || this.hasChangedSettings ? 'close' : this.#aftermath;
  }

  /** It is as good as new. */
  wasReset(): void {
    this.#aftermath = 'keep';
  }

  /** From here to `endTurn` the work has the connection. */
  beginTurn(): void {
    this.#turn = new WorkTurn({ isIdle: () => this.#isIdle(), status: () => this.getTransactionStatus() });
  }

  /**
   * Takes the connection back, when the last statement was answered. @param usedRawSql whether the work wrote SQL of its own,
   * in which any function may have changed the session. @returns how the work broke the rules, if it did.
   */
  async endTurn(usedRawSql: boolean): Promise<MisusedConnection | null> {
    const turn = this.#turn;
    // An error comes before the word of what the session is in then.
    if (!this.#isIdle()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#turn = null;
    this.#aftermath = worse(this.#aftermath, worse(turn?.aftermath ?? 'keep', usedRawSql ? 'reset' : 'keep'));
    return turn?.check() ?? null;
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
    const [first, ...rest] = args;
    const config = (typeof first === 'string' ? { text: first, values: rest[0] } : (first ?? {})) as { text?: string };
    const { text } = config;
    if (this.#turn !== null && text !== undefined) {
      const query = { ...config, queryMode: 'extended' };
      return this.#turn.send(text, () => super.query(query) as Promise<unknown>);
    }
    const takeover = this.#takeover;
    if (takeover === null || text !== takeover.text) {
      return super.query(...args);
    }
    this.#takeover = null;
    return takeover.send()?.then(() => NOTHING_RETURNED) ?? ANSWERED;
  }

  /** A connection that is gone is waited for by nobody: what is sent on it fails at once. */
  #isIdle(): boolean {
    const { readyForQuery, _sentQueryQueue, _queryable } = this as unknown as Inside & { readonly _queryable: boolean };
    return !_queryable || (readyForQuery && _sentQueryQueue.length === 0);
  }
}

/** What Prisma's adapter reads of the result of BEGIN and COMMIT. */
const NOTHING_RETURNED = { rows: [], fields: [], rowCount: 0 };

const ANSWERED = Promise.resolve(NOTHING_RETURNED);
