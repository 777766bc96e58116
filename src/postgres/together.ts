import pg, { type ClientBase } from 'pg';
import { failedIn } from './failed-statement.ts';
import { inOneWrite } from './one-write.ts';
import { type Prepared, perform, type Results, type TextRow, type Value } from './prepared.ts';

/** What `pg` hands to a query for sending; the part of it that is used here. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Readonly<Record<string, string | undefined>>;
  bind(portal: { statement: string; values: readonly Value[]; valueMapper: typeof onTheWire }): void;
  execute(portal: Record<string, never>): void;
  sync(): void;
};

const onTheWire = (value: Value): string | Buffer | null => {
  if (value === null) return null;
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : String(value);
};

type Done = (error: unknown, rows: readonly TextRow[][]) => void;

/**
 * Prepared statements under one Sync: one write, one answer, and the server runs none behind one that failed (PostgreSQL
 * manual, "Message Flow", extended query). Descriptions of rows are not asked for. Beside a Sync for each this saves a
 * tenth of a one-insert run (bench/).
 */
class Together extends pg.Query {
  readonly #statements: readonly Prepared<unknown>[];
  readonly #rows: TextRow[][];
  #answered = 0;

  constructor(statements: readonly Prepared<unknown>[], done: Done) {
    // The first that was not answered is the one that failed.
    super('together', [], (error) => done(error ? failedIn(statements[this.#answered], error) : null, this.#rows));
    this.#statements = statements;
    this.#rows = statements.map(() => []);
  }

  /** How many statements this is, for who counts them. */
  get size(): number {
    return this.#statements.length;
  }

  override submit = (connection: unknown): null => {
    const wire = connection as Wire;
    wire.stream.cork();
    for (const { name, values } of this.#statements) {
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
  const { parsedStatements } = (client as unknown as { connection: Wire }).connection;
  if (statements.some(({ name }) => parsedStatements[name] === undefined)) return sendToPrepare(client, statements);
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

/** Their first time on a connection each has a Sync of its own, so that `pg` keeps track of what is prepared. */
async function sendToPrepare<const Statements extends readonly Prepared<unknown>[]>(
  client: ClientBase,
  statements: Statements,
): Promise<Results<Statements>> {
  inOneWrite(client);
  const results = await Promise.all(statements.map((statement) => perform(client, statement)));
  return results as unknown as Results<Statements>;
}
