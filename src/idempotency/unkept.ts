import type { Decimal } from 'decimal.js';
import { Refusal } from './refusal.ts';
import { describeObject } from './value-kind.ts';

/** What a value that cannot be kept is, as a clause for a message, and what to do about it where that is known. */
export function describeUnkept(value: object): string {
  const found = describeObject(value);
  const advice = adviceOn(value);
  return advice === undefined ? found : `${found} (${advice})`;
}

function adviceOn(value: object): string | undefined {
  if (value instanceof Refusal) return 'return the refusal itself, not a value that holds it';
  if (value instanceof Error) return 'throw it; to refuse for good, return refuse(…) itself';
  if (value instanceof Promise) return 'await it first';
  if (Buffer.isBuffer(value)) return 'make it a Uint8Array: new Uint8Array(buffer)';
  if (value instanceof RegExp) return 'keep its source';
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'bytes are kept as a Uint8Array';
  if (Symbol.asyncIterator in value || Symbol.iterator in value) return 'collect it into an array first';
  return undefined;
}

/**
 * The parts of `T` that cannot be kept, as far as types tell; never when there is none. Looks six levels deep, where the
 * walk at run time looks everywhere.
 */
export type Unkept<T, Depth extends 0[] = []> = Depth['length'] extends 6
  ? never
  : IsLoose<T> extends true
    ? never
    : T extends Plain
      ? never
      : T extends Never
        ? T
        : T extends Uint8Array
          ? never
          : T extends ReadonlyMap<infer K, infer V>
            ? Unkept<K, [...Depth, 0]> | Unkept<V, [...Depth, 0]>
            : T extends ReadonlySet<infer E>
              ? Unkept<E, [...Depth, 0]>
              : T extends readonly (infer E)[]
                ? Unkept<E, [...Depth, 0]>
                : T extends object
                  ? { [Name in keyof T]-?: Unkept<T[Name], [...Depth, 0]> }[keyof T]
                  : never;

/** Fails to compile, naming the type, where an answer `T` has a part that cannot be kept. */
export type OnlyKept<T> = [Unkept<T>] extends [never] ? unknown : { readonly 'cannot be kept as an answer': Unkept<T> };

/** `any` and `unknown` say nothing. */
type IsLoose<T> = 0 extends 1 & T ? true : unknown extends T ? true : false;

type Plain = null | undefined | boolean | number | bigint | string | Date | URL | DecimalLike;
type DecimalLike = Pick<Decimal, 'toExponential' | 'd' | 'e' | 's'>;
/** An Error is not among them: any object with a name and a message has its type. */
type Never =
  | symbol
  | Buffer
  | PromiseLike<unknown>
  | AsyncIterable<unknown>
  | Blob
  | ReadableStream
  | Response
  | Request
  | RegExp
  | Refusal
  | ((...args: never) => unknown);
