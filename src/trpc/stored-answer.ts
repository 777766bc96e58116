import { type TRPC_ERROR_CODE_KEY, type TRPC_ERROR_CODE_NUMBER, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc';
import { decodeKept, encodeKept } from '../idempotency/kept-value.ts';
import type { RefusalDetails } from '../idempotency/refusal.ts';
import { superjson } from '../idempotency/wire.ts';

/** The `error` member of a response: shape of tRPC 11, with our typed data. */
export type ErrorShape = {
  readonly message: string;
  readonly code: TRPC_ERROR_CODE_NUMBER;
  readonly data: {
    readonly code: TRPC_ERROR_CODE_KEY;
    readonly httpStatus: number;
    readonly path?: string;
    readonly refusal?: { readonly code: string; readonly details?: RefusalDetails };
  };
};

/** A serialized `result.data` member on its way out. */
export class StoredData {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }

  /** What a client makes of it. */
  get value(): unknown {
    return decodeKept(this.text);
  }
}

/** A serialized `error` member on its way out; `code` and `data` are what tRPC reads the HTTP status from. */
export class StoredError {
  readonly text: string;
  readonly message: string;
  readonly code: ErrorShape['code'];
  readonly data: ErrorShape['data'];
  constructor(text: string) {
    const shape = superjson.parse<ErrorShape>(text);
    this.text = text;
    this.message = shape.message;
    this.code = shape.code;
    this.data = shape.data;
  }
}

/**
 * The router's transformer. Stored texts go out as they are: JSON.parse and JSON.stringify give back the text that
 * JSON.stringify made, so first answer and replay are equal byte for byte.
 */
export const transformer = {
  input: superjson,
  output: {
    serialize: (value: unknown) =>
      value instanceof StoredData || value instanceof StoredError ? JSON.parse(value.text) : superjson.serialize(value),
    deserialize: (value: Parameters<typeof superjson.deserialize>[0]): unknown => superjson.deserialize(value),
  },
};

/** Makes the `error` member of a final refusal. @throws NotKeptError for details that a replay would read differently. */
export function refusalText(
  path: string,
  code: TRPC_ERROR_CODE_KEY,
  refusal: { code: string; status: number; message: string; details?: RefusalDetails | undefined },
): string {
  const shape: ErrorShape = {
    message: refusal.message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: {
      code,
      httpStatus: refusal.status,
      path,
      refusal: { code: refusal.code, ...(refusal.details ? { details: refusal.details } : {}) },
    },
  };
  return encodeKept(shape, { what: `The refusal of ${path}`, root: 'refusal' });
}
