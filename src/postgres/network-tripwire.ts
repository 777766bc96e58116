import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { Socket } from 'node:net';

/** Runs the inside of a transaction. @throws NetworkInTransaction when it used the network, whatever it ended with itself. */
export type WatchNetwork = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Arms the process's tripwire and gives what watches a transaction. It hears of requests on the channels of undici and
 * `node:http`, and of everything else, a database client of one's own included, where a socket connects or is written to:
 * `pg` connects in a way that no channel tells of, and a connection that was open before tells nothing at all.
 */
export function armTripwire(): WatchNetwork {
  if (!tripwire.isArmed) {
    tripwire.isArmed = true;
    watchChannels();
    watchSockets();
  }
  return watchNetwork;
}

/** Says that a socket is our own, whose statements belong to the transaction or to nobody's work. */
export function exceptSocket(socket: object): void {
  tripwire.excepted.add(socket);
}

/** The work of a transaction used the network: a bug of its author, noticed in development and tests. */
export class NetworkInTransaction extends Error {
  constructor(hosts: ReadonlySet<string>, options?: ErrorOptions) {
    super(
      `The work used the network inside of its transaction (${[...hosts].join(', ')}), so it was rolled back: what was sent ` +
        'cannot be undone with it, and a retry would send it again. Make the call an external step of a phased run, or write a ' +
        'row here that a worker sends after the COMMIT. Another database client counts too: use ctx.tx.',
      options,
    );
    this.name = 'NetworkInTransaction';
  }
}

type Tripwire = {
  /** Hosts that the transaction around the current code has used. */
  readonly used: AsyncLocalStorage<Set<string>>;
  /** Where a socket that was connected from here leads. */
  readonly hosts: WeakMap<object, string>;
  /** Our own connections. */
  readonly excepted: WeakSet<object>;
  isArmed: boolean;
};

const KEY = Symbol.for('latchkey.network-tripwire');
const holder = globalThis as typeof globalThis & { [KEY]?: Tripwire };

/** One per process, however often a bundler loads this module: what it watches is the process's. */
holder[KEY] ??= { used: new AsyncLocalStorage(), hosts: new WeakMap(), excepted: new WeakSet(), isArmed: false };
const tripwire: Tripwire = holder[KEY];

async function watchNetwork<T>(work: () => Promise<T>): Promise<T> {
  const hosts = new Set<string>();
  const ended = await tripwire.used.run(hosts, async () => {
    try {
      return { value: await work() };
    } catch (error) {
      return { error };
    }
  });
  if (hosts.size > 0) throw new NetworkInTransaction(hosts, 'error' in ended ? { cause: ended.error } : undefined);
  if ('error' in ended) throw ended.error;
  return ended.value;
}

/** A request on a connection that is kept alive may be written later, outside of the work that made it. */
function watchChannels(): void {
  const note = (channel: string, hostOfMessage: (message: unknown) => string): void =>
    subscribe(channel, (message) => {
      tripwire.used.getStore()?.add(hostOfMessage(message));
    });
  note('undici:request:create', (message) => {
    const { origin } = (message as { request: { origin?: string | URL } }).request;
    return origin ? new URL(origin).host : 'fetch';
  });
  const hostOfRequest = (message: unknown): string => (message as { request: { host: string } }).request.host;
  // Node 20 tells when the request is finished, later versions when it is made.
  note('http.client.request.created', hostOfRequest);
  note('http.client.request.start', hostOfRequest);
}

function watchSockets(): void {
  type Method = (...args: unknown[]) => unknown;
  const { connect, write } = Socket.prototype as unknown as Record<'connect' | 'write', Method>;
  const note = (socket: object): void => {
    const host = tripwire.hosts.get(socket);
    if (host !== undefined && !tripwire.excepted.has(socket)) tripwire.used.getStore()?.add(host);
  };
  Object.assign(Socket.prototype, {
    connect(this: Socket, ...args: unknown[]) {
      tripwire.hosts.set(this, hostOf(args));
      note(this);
      return connect.apply(this, args);
    },
    write(this: Socket, ...args: unknown[]) {
      note(this);
      return write.apply(this, args);
    },
  });
}

/** Where `socket.connect(...)` leads, by the forms of its arguments (Node.js manual, "socket.connect()"). */
function hostOf([first, second]: unknown[]): string {
  const to: unknown = Array.isArray(first) ? first[0] : first;
  if (typeof to === 'object' && to !== null) {
    const { path, host, port } = to as { path?: string; host?: string; port?: number | string };
    return path ?? `${host ?? 'localhost'}:${port}`;
  }
  const isPath = typeof to === 'string' && Number.isNaN(Number(to));
  return isPath ? to : `${typeof second === 'string' ? second : 'localhost'}:${to}`;
}
