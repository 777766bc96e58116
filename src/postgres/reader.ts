import type { QueryResultRow } from 'pg';
import { inOneWrite } from './one-write.ts';
import { isStaleSession } from './stale-session.ts';
import { UtcClient } from './utc-client.ts';

/** A prepared single-statement read that waits for no lock. */
export type Read = { readonly name: string; readonly text: string; readonly values: readonly unknown[] };

/**
 * Reads over one connection that everybody shares: reads asked for in one turn of the event loop go out in one write and
 * are answered in order, each with its own snapshot. A hammered key so takes no connection from anybody's work, and
 * replays are answered while the pool is exhausted.
 */
export type Reader = {
  rows<Row extends QueryResultRow>(read: Read): Promise<Row[]>;
  close(): Promise<void>;
};

/** Five seconds for a read by primary key: longer means a dead connection, which is then given up with all its reads. */
const READ_TIMEOUT_MS = 5_000;

/** Makes a reader. It connects at the first read, and anew at the first read after its connection was lost. */
export function createReader(databaseUrl: string, connectTimeoutMs: number): Reader {
  let connecting: Promise<UtcClient> | null = null;

  const connect = async (): Promise<UtcClient> => {
    const client = new UtcClient({
      connectionString: databaseUrl,
      connectionTimeoutMillis: connectTimeoutMs,
      query_timeout: READ_TIMEOUT_MS,
      keepAlive: true,
      pipeline: true,
      application_name: 'latchkey-reader',
    });
    const lost = () => {
      if (connecting === mine) connecting = null;
    };
    // Those who wait for a read are told; without a listener the event would end the process.
    client.on('error', lost);
    client.on('end', lost);
    const mine = connecting;
    await client.connect();
    return client;
  };

  const connected = (): Promise<UtcClient> => {
    if (connecting) return connecting;
    // One turn later, so that `connecting` is set when `connect` looks at it.
    const attempt = Promise.resolve().then(connect);
    connecting = attempt;
    attempt.catch(() => {
      if (connecting === attempt) connecting = null;
    });
    return attempt;
  };

  const ask = async <Row extends QueryResultRow>({ name, text, values }: Read, triesLeft = 1): Promise<Row[]> => {
    const asked = connected();
    const client = await asked;
    inOneWrite(client);
    try {
      const { rows } = await client.query<Row>({ name, text, values: [...values] });
      return rows;
    } catch (error) {
      if (!isStaleSession(error)) throw error;
      // Whoever finds it first replaces it; what others have asked on it is answered before it ends.
      if (connecting === asked) {
        connecting = null;
        void client.end();
      }
      if (triesLeft === 0) throw error;
      return await ask({ name, text, values }, triesLeft - 1);
    }
  };

  return {
    rows: (read) => ask(read),
    close: async () => {
      const closing = connecting;
      connecting = null;
      await closing?.then((client) => client.end()).catch(() => {});
    },
  };
}
