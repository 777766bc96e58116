import { kindOfStatement } from './leading-keyword.ts';
import { leftTransaction, type MisusedConnection, refusalOf } from './misused-connection.ts';

/** What becomes of a session when it is given back: the next caller gets it as it is, made as new, or not at all. */
export type Aftermath = 'keep' | 'reset' | 'close';

/** The connection under the work, as far as its turn needs it. */
type Line = {
  /** False as long as an answer is on its way. */
  isIdle(): boolean;
  /** What the session last said of itself (ReadyForQuery): `I` in no transaction, `T` in one, `E` in a failed one. */
  status(): string | null;
};

/**
 * The time in which a run's work has the connection. One statement goes out at a time, behind the server's word that the
 * session is still in the transaction; what may end it is refused before it is sent. A refused statement ends the turn for
 * good, even where the work swallows it: its author believes that something was committed or undone.
 */
export class WorkTurn {
  readonly #line: Line;
  readonly #waiting: (() => void)[] = [];
  #misuse: MisusedConnection | null = null;
  aftermath: Aftermath = 'keep';

  constructor(line: Line) {
    this.#line = line;
  }

  /** How the work broke the rules, if it did. */
  get misuse(): MisusedConnection | null {
    return this.#misuse;
  }

  /** Sends a statement when it is its turn. @throws MisusedConnection when it may not be sent. */
  send(text: string, send: () => Promise<unknown>): Promise<unknown> {
    this.#misuse ??= refusalOf(text);
    if (this.#misuse) return Promise.reject(this.#misuse);
    const submit = (): Promise<unknown> => {
      if (this.#line.status() === 'I') this.#misuse ??= leftTransaction();
      if (this.#misuse) return Promise.reject(this.#misuse);
      this.aftermath = worse(this.aftermath, aftermathOf(text));
      return send();
    };
    if (this.#line.isIdle() && this.#waiting.length === 0) return submit();
    return new Promise((resolve) => this.#waiting.push(() => resolve(submit())));
  }

  /** The line is free: the next one's turn. */
  next(): void {
    while (this.#waiting.length > 0 && this.#line.isIdle()) this.#waiting.shift()?.();
  }

  /** Looks at the session once more, when nothing is on its way. */
  check(): MisusedConnection | null {
    if (this.#line.status() === 'I') this.#misuse ??= leftTransaction();
    return this.#misuse;
  }
}

const ORDER: readonly Aftermath[] = ['keep', 'reset', 'close'];

/** The one that leaves less. */
export const worse = (one: Aftermath, other: Aftermath): Aftermath =>
  ORDER[Math.max(ORDER.indexOf(one), ORDER.indexOf(other))] ?? 'close';

function aftermathOf(text: string): Aftermath {
  switch (kindOfStatement(text)) {
    case 'data':
    case 'savepoint':
      return 'keep';
    case 'session':
      return 'reset';
    case 'transaction':
    case 'prepared':
    case 'tripwire':
    case 'unknown':
      return 'close';
  }
}
