import type { Pool, PoolClient } from 'pg';

const SNAPSHOT = `
SELECT json_build_object(
  'user', current_user, 'session user', session_user, 'search path', current_setting('search_path'),
  'settings', (SELECT json_object_agg(name, setting ORDER BY name) FROM pg_settings WHERE source = 'session'),
  'tenant', nullif(current_setting('app.tenant', true), ''),
  'locks', (SELECT count(*) FROM pg_locks WHERE pid = pg_backend_pid() AND locktype = 'advisory'),
  'channels', (SELECT count(*) FROM pg_listening_channels()),
  'temporary', (SELECT count(*) FROM pg_class WHERE relnamespace = pg_my_temp_schema()),
  'cursors', (SELECT count(*) FROM pg_cursors WHERE is_holdable),
  'prepared', (SELECT count(*) FROM pg_prepared_statements WHERE from_sql)) AS snapshot`;

/** What each session of a pool would hand to its next caller, as text. */
export async function sessionsOf(pool: Pool, size: number): Promise<string[]> {
  const clients: PoolClient[] = await Promise.all(Array.from({ length: size }, () => pool.connect()));
  try {
    return await Promise.all(
      clients.map(async (client) => {
        const { rows } = await client.query<{ snapshot: unknown }>(SNAPSHOT);
        return JSON.stringify(rows[0]?.snapshot);
      }),
    );
  } finally {
    for (const client of clients) client.release();
  }
}
