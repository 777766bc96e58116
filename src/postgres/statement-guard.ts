import type { ClientBase } from 'pg';

/** A statement that was made in a run. */
export type Statement = {
  /** Such as `order.create`. */
  readonly label: string;
  /** Settles when it has ended; null as long as it was not sent. */
  readonly sent: PromiseLike<unknown> | null;
};

/** Keeps count of the statements of one run, so that none is forgotten and none comes late. */
export class StatementGuard {
  readonly #statements = new Set<Statement>();
  readonly #connection: ClientBase;
  #sealed = false;
  #usedRawSql = false;

  constructor(connection: ClientBase) {
    this.#connection = connection;
  }

  /** The connection of the run, until it ends. @throws after that. */
  connection(): ClientBase {
    if (this.#sealed) throw new Error('A statement was sent on ctx.tx after the run had ended.');
    return this.#connection;
  }

  /** @throws once the run has ended. */
  assertOpen(label: string): void {
    if (this.#sealed)
      throw new Error(`ctx.tx.${label} was called after the run had ended; its statements must be awaited in it.`);
  }

  /** True when the work wrote SQL of its own. */
  get usedRawSql(): boolean {
    return this.#usedRawSql;
  }

  /** Raw SQL was written, in which any function may be called. */
  noteRawSql(): void {
    this.#usedRawSql = true;
  }

  /** From here on it must be awaited before the run ends. */
  add(statement: Statement): void {
    this.#statements.add(statement);
  }

  /** It has ended, or another one took its place. */
  forget(statement: Statement): void {
    this.#statements.delete(statement);
  }

  /** From here on every use of `tx` throws. */
  seal(): void {
    this.#sealed = true;
  }

  /** Names of statements that were created and never awaited, or that still run. */
  unsettled(): string[] {
    return [...this.#statements].map(({ label }) => label);
  }

  /** Resolves when no statement is on its way any more; the server's own bounds end each. */
  async drained(): Promise<void> {
    await Promise.allSettled([...this.#statements].map(({ sent }) => sent));
  }
}
