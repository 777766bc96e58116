import type { Frame } from './frames.ts';
import { readFirstString, readSqlState, readTransactionStatus } from './read-message.ts';
import type { AfterRule } from './rules.ts';
import type { Statement } from './statement.ts';

/** A statement that was forwarded, and the fault that its answer meets. */
export type AskedStatement = {
  readonly kind: 'statement';
  readonly statement: Statement;
  readonly after: AfterRule | undefined;
};

/** Something that was forwarded and that the server has yet to answer, in the order in which it will. */
export type Asked = { readonly kind: 'sync' } | AskedStatement;

/** Follows one server's answers and says which statement each belongs to. */
export class Answers {
  transaction: 'idle' | 'open' | 'failed' = 'idle';
  readonly #asked: Asked[] = [];
  #settled: AskedStatement[] = [];

  /** Notes what was just forwarded. */
  expect(asked: Asked): void {
    this.#asked.push(asked);
  }

  /** What the server's next message answers. */
  get current(): Asked | undefined {
    return this.#asked[0];
  }

  /**
   * Takes one message of the server. On ReadyForQuery it gives the statements that this ends, because only then has the
   * server finished with them: a statement outside a transaction commits after its CommandComplete.
   */
  read(frame: Frame): readonly AskedStatement[] {
    const current = this.#asked[0];
    switch (frame.type) {
      case 'C':
        if (current?.kind === 'statement') {
          current.statement.progress = 'completed';
          current.statement.tag = readFirstString(frame);
          this.#settleExtended(current);
        }
        return [];
      case 'I': // An empty query, and a portal that stopped at its row limit: as done as they will be.
      case 's':
        if (current?.kind === 'statement') {
          current.statement.progress = 'completed';
          this.#settleExtended(current);
        }
        return [];
      case 'E':
        if (current?.kind === 'statement') {
          current.statement.progress = 'failed';
          current.statement.sqlState = readSqlState(frame);
          this.#settleExtended(current);
          this.#skipToSync(current.statement.protocol);
        }
        return [];
      case 'Z':
        this.transaction = readTransactionStatus(frame);
        return this.#ready();
      default:
        return [];
    }
  }

  #settleExtended(asked: AskedStatement): void {
    // A Query may hold several statements; only its ReadyForQuery ends it.
    if (asked.statement.protocol === 'simple') return;
    this.#asked.shift();
    this.#settled.push(asked);
  }

  #skipToSync(protocol: Statement['protocol']): void {
    if (protocol === 'simple') return;
    for (
      let next = this.#asked[0];
      next?.kind === 'statement' && next.statement.protocol === 'extended';
      next = this.#asked[0]
    ) {
      next.statement.progress = 'skipped';
      this.#asked.shift();
      this.#settled.push(next);
    }
  }

  #ready(): readonly AskedStatement[] {
    // Statements that were forwarded after the server had begun to skip got no answer of their own.
    this.#skipToSync('extended');
    const ended = this.#asked.shift();
    const settled = ended?.kind === 'statement' ? [...this.#settled, ended] : this.#settled;
    this.#settled = [];
    return settled;
  }
}
