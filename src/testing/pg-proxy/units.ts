import type { Frame } from './frames.ts';
import { readBind, readFirstString, readParse } from './read-message.ts';

/** How a statement came: as one Query message, or as Parse/Bind/Execute. */
export type Protocol = 'simple' | 'extended';

/**
 * The smallest run of client messages that is forwarded or withheld as one. A `statement` starts work (an Execute with
 * what prepares it, or a Query); a `sync` asks for ReadyForQuery; `other` asks for nothing that ends (copy data, Flush, password).
 */
export type Unit = { readonly bytes: Buffer } & (
  | { readonly kind: 'statement'; readonly sql: string; readonly protocol: Protocol }
  | { readonly kind: 'sync' }
  | { readonly kind: 'other' }
);

/** Collects one client's messages into units, and knows the text behind each prepared statement and portal. */
export class UnitReader {
  #pending: Buffer[] = [];
  readonly #prepared = new Map<string, string>();
  readonly #portals = new Map<string, string>();

  /** Takes one message; gives the unit that it ends, if it ends one. */
  read(frame: Frame): Unit | undefined {
    this.#pending.push(frame.bytes);
    switch (frame.type) {
      case 'P': {
        const { name, sql } = readParse(frame);
        this.#prepared.set(name, sql);
        return undefined;
      }
      case 'B': {
        const { portal, name } = readBind(frame);
        this.#portals.set(portal, this.#prepared.get(name) ?? '');
        return undefined;
      }
      case 'D': // Describe and Close belong to the Execute or Sync that follows them.
      case 'C':
        return undefined;
      case 'E':
        return {
          kind: 'statement',
          protocol: 'extended',
          sql: this.#portals.get(readFirstString(frame)) ?? '',
          bytes: this.#take(),
        };
      case 'Q':
        return { kind: 'statement', protocol: 'simple', sql: readFirstString(frame), bytes: this.#take() };
      case 'S':
        return { kind: 'sync', bytes: this.#take() };
      default:
        return { kind: 'other', bytes: this.#take() };
    }
  }

  #take(): Buffer {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    return bytes;
  }
}
