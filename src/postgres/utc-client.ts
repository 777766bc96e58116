import pg from 'pg';

type StartupConf = Record<string, string | undefined>;
const ClientWithConf = pg.Client as unknown as new (
  config?: pg.ClientConfig,
) => pg.Client & { getStartupConf(): StartupConf };

/**
 * A connection whose session time zone is UTC whatever the database's or role's default says: Prisma's adapter reads
 * and writes timestamptz as UTC. Sent as a start-up parameter of its own because PgBouncer keeps that one and refuses `options`.
 */
export class UtcClient extends ClientWithConf {
  override getStartupConf(): StartupConf {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }
}
