import pg from 'pg';
import { watchForStaleness } from './stale-session.ts';

type StartupConf = Record<string, string | undefined>;
type Connected = (error?: Error | null) => void;
/** What `pg` has and its types leave out. */
const ClientWithConf = pg.Client as unknown as new (
  config?: pg.ClientConfig,
) => Omit<pg.Client, 'connect'> & {
  readonly connection: NodeJS.EventEmitter & { readonly parsedStatements: Record<string, string | undefined> };
  readonly _activeQuery: { readonly name?: string } | null;
  getStartupConf(): StartupConf;
  connect(): Promise<pg.ClientBase>;
  connect(connected: Connected): void;
};

/**
 * A connection whose session time zone is UTC whatever the database's or role's default says: Prisma's adapter reads
 * and writes timestamptz as UTC. Sent as a start-up parameter of its own because PgBouncer keeps that one and refuses
 * `options`. A session that all the same has another zone would shift every time by hours, so it is closed unused: the
 * server reports its zone by itself before it is ready (PostgreSQL manual, "Asynchronous Operations").
 */
export class UtcClient extends ClientWithConf {
  readonly #settings = new Map<string, string>();
  #settingsAtStart: ReadonlyMap<string, string> = this.#settings;

  constructor(config?: pg.ClientConfig) {
    super(config);
    watchForStaleness(this.connection, () => this._activeQuery?.name);
    this.connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
      this.#settings.set(status.parameterName, status.parameterValue);
    });
  }

  /** True when the server has reported a setting, such as `TimeZone`, to be another than when the session began. */
  get hasChangedSettings(): boolean {
    return [...this.#settings].some(([name, value]) => this.#settingsAtStart.get(name) !== value);
  }

  /** True when the session's transactions may write, unless one says otherwise: as the server reported (since PostgreSQL 14). */
  get mayWrite(): boolean {
    return (
      this.#settings.get('default_transaction_read_only') === 'off' && this.#settings.get('in_hot_standby') === 'off'
    );
  }

  override getStartupConf(): StartupConf {
    return { ...super.getStartupConf(), TimeZone: 'UTC' };
  }

  override connect(): Promise<pg.ClientBase>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<pg.ClientBase> | undefined {
    if (!connected) {
      return new Promise((resolve, reject) => this.connect((error) => (error ? reject(error) : resolve(this))));
    }
    super.connect((error) => {
      this.#settingsAtStart = new Map(this.#settings);
      const timeZone = this.#settings.get('TimeZone') ?? 'of unknown name';
      if (error || UTC_NAMES.has(timeZone)) return connected(error);
      void this.end();
      connected(new WrongTimeZone(timeZone));
    });
    return undefined;
  }
}

/** A pooler may drop the parameter before a server whose own zone is this one by another name. */
const UTC_NAMES: ReadonlySet<string> = new Set(['UTC', 'Etc/UTC']);

class WrongTimeZone extends Error {
  /** sqlclient_unable_to_establish_sqlconnection: nothing was done, and nothing can be (PostgreSQL manual, appendix A). */
  readonly code = '08001';

  constructor(timeZone: string) {
    super(`The database session runs in time zone ${timeZone}, expected UTC. Let the pooler keep TimeZone.`);
  }
}
