/** One protocol message with its bytes; `type` is its tag, or '' for the untyped messages that open a connection. */
export type Frame = { readonly type: string; readonly bytes: Buffer };

const TAG_BYTES = 1;
const LENGTH_BYTES = 4;

/**
 * Cuts a byte stream into messages (PostgreSQL "Message Formats": a tag byte, then a length that counts itself).
 * A client's stream starts untyped; `typed` is switched on by whoever has seen its StartupMessage.
 */
export class FrameSplitter {
  typed: boolean;
  #rest: Buffer = Buffer.alloc(0);

  constructor(typed: boolean) {
    this.typed = typed;
  }

  /** Adds bytes to the stream. */
  push(chunk: Buffer): void {
    this.#rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
  }

  /** Takes the next whole message out, or undefined until more bytes have come. */
  next(): Frame | undefined {
    const tagBytes = this.typed ? TAG_BYTES : 0;
    if (this.#rest.length < tagBytes + LENGTH_BYTES) return undefined;
    const size = tagBytes + this.#rest.readInt32BE(tagBytes);
    if (this.#rest.length < size) return undefined;
    const bytes = this.#rest.subarray(0, size);
    this.#rest = this.#rest.subarray(size);
    return { type: this.typed ? String.fromCharCode(bytes[0] ?? 0) : '', bytes };
  }
}
