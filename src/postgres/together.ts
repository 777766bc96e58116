import pg, { type ClientBase } from 'pg';
import { failedIn } from './failed-statement.ts';
import type { Prepared, Results, TextRow, Value } from './prepared.ts';

/** What `pg` hands to a query for sending; the part of it that is used here. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void };
  /** What is prepared, by name, and what is on its way to be: the books of `pg`, which its own queries keep too. */
  readonly parsedStatements: Record<string, string | undefined>;
  readonly submittedNamedStatements: Record<string, string | undefined>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly Value[]; valueMapper: typeof onTheWire }): void;
  execute(portal: Record<string, never>): void;
  sync(): void;
};

const onTheWire = (value: Value): string | Buffer | null => {
  if (value === null) return null;
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : String(value);
};

/** `pg.Query` with what its types leave out. */
const Query = pg.Query as unknown as new (
  text: string,
  values: [],
  done: (error?: Error) => void,
) => pg.Query & { handleError(error: Error, connection: Wire): void };

type Done = (error: unknown, rows: readonly TextRow[][]) => void;

/**
 * Prepared statements under one Sync: one write, one answer, and the server runs none behind one that failed (PostgreSQL
 * manual, "Message Flow", extended query). Each is prepared at its first time on a connection, one without a name at every
 * time. Descriptions of rows are not asked for. Beside a Sync for each this saves a tenth of a one-insert run (bench/).
 */
class Together extends Query {
  readonly #statements: readonly Prepared<unknown>[];
  readonly #rows: TextRow[][];
  #answered = 0;

  constructor(statements: readonly Prepared<unknown>[], done: Done) {
    // The first that was not answered is the one that failed.
    super('together', [], (error) => done(error ? failedIn(statements[this.#answered], error) : null, this.#rows));
    this.#statements = statements;
    this.#nameNext();
    this.#rows = statements.map(() => []);
  }

  /** How many statements this is, for who counts them. */
  get size(): number {
    return this.#statements.length;
  }

  override submit = (connection: unknown): null => {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { name, text, values } of this.#statements) {
      if (name === '' || (wire.parsedStatements[name] ?? wire.submittedNamedStatements[name]) === undefined) {
        if (name !== '') wire.submittedNamedStatements[name] = text;
        wire.parse({ name, text });
      }
      wire.bind({ statement: name, values, valueMapper: onTheWire });
      wire.execute({});
    }
    wire.sync();
    wire.stream.uncork();
    return null;
  };

  handleDataRow(message: { readonly fields: TextRow }): void {
    this.#rows[this.#answered]?.push(message.fields);
  }

  handleCommandComplete(): void {
    this.#answered += 1;
    this.#nameNext();
  }

  /** None behind the one that failed was prepared. */
  override handleError(error: Error, connection: Wire): void {
    for (const { name } of this.#statements) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }

  /** `pg` notes as prepared, when the server says so, what the active query is called. */
  #nameNext(): void {
    const next = this.#statements[this.#answered];
    Object.assign(this, { name: next?.name, text: next?.text });
  }
}

/**
 * Sends statements together and reads the rows of each. None behind a failed one takes effect.
 * @throws what the server said of the first that failed. The transaction may then still be open, and is aborted.
 */
export function sendTogether<const Statements extends readonly Prepared<unknown>[]>(
  client: ClientBase,
  statements: Statements,
): Promise<Results<Statements>> {
  return new Promise((resolve, reject) => {
    client.query(
      new Together(statements, (error, rows) => {
        if (error) return reject(error);
        try {
          resolve(statements.map(({ read }, index) => read(rows[index] ?? [])) as unknown as Results<Statements>);
        } catch (unreadable) {
          reject(unreadable);
        }
      }),
    );
  });
}
