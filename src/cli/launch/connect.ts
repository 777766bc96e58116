import { maskPassword } from '../../env/mask-password.ts';
import { UtcClient } from '../../postgres/utc-client.ts';
import { explainConnectionFailure, explainServerVersion, isStartingUp } from './database-sentences.ts';
import { StartError } from './start-error.ts';

// A server on another continent answers in half a second; whoever waits longer at a start believes it hangs.
const CONNECT_TIMEOUT_MS = 5_000;
// Crash recovery after a killed server replays minutes of log within seconds.
const STARTING_UP_MS = 60_000;

/** Waits until the database takes connections, is new enough and lets sessions run in UTC. Throws StartError with what to do. */
export async function assertDatabaseUsable(databaseUrl: string, patience: 'embedded' | 'given'): Promise<void> {
  const end = Date.now() + STARTING_UP_MS;
  for (;;) {
    const failure = await tryDatabase(databaseUrl);
    if (failure === undefined) return;
    // The embedded server was started a moment ago: not listening yet is no failure.
    const wait = isStartingUp(failure.code) || (patience === 'embedded' && failure.code === 'ECONNREFUSED');
    if (!wait || Date.now() > end) throw new StartError(failure.sentence);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function tryDatabase(databaseUrl: string): Promise<{ code: string; sentence: string } | undefined> {
  const client = new UtcClient({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ server_version_num: string }>('SHOW server_version_num');
    const sentence = explainServerVersion(Number(rows[0]?.server_version_num));
    return sentence === undefined ? undefined : { code: 'too_old', sentence };
  } catch (error) {
    const code = codeOf(error);
    const message = error instanceof Error ? error.message : String(error);
    return { code, sentence: explainConnectionFailure({ code, message }, maskPassword(databaseUrl)) };
  } finally {
    await client.end().catch(() => {});
  }
}

/** Node reports several addresses of one name (localhost: IPv6 and IPv4) as an AggregateError. */
function codeOf(error: unknown): string {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return String((inner as { code?: unknown } | undefined)?.code ?? '');
}
