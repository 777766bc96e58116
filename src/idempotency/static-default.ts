import type { z } from 'zod';
import { askSchema } from './ask-schema.ts';
import { canonicalize } from './canonical.ts';
import { NotCanonicalError } from './not-canonical.ts';

/** What stands in for a value that was not sent: as if it had been sent, and what it is parsed to. */
export type StandIn = { readonly raw: unknown; readonly parsed: unknown };

/** Reduces a stand-in to what its schema counts of it. */
export type Reduce = (schema: z.core.$ZodType, standIn: StandIn) => unknown;

/** What the schema gave when it was first asked; null: nothing, or another thing each time. */
type Known = { readonly text: string; readonly raw: unknown } | null;

const known = new WeakMap<z.core.$ZodType, Known>();

/** The canonical form, or null where there is none: the fingerprint refuses such a value with its path. */
const formOf = (value: unknown): string | null => {
  try {
    return canonicalize(value);
  } catch (error) {
    if (error instanceof NotCanonicalError) return null;
    throw error;
  }
};

/** Defaults are found behind wrappers; for what a pipe or a union gives when nothing is sent, zod is asked. */
const standInOf = (schema: z.core.$ZodType): StandIn | null => {
  if (schema._zod.optin === undefined) return null;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'default': {
      const value: unknown = def.defaultValue;
      return { raw: value, parsed: value };
    }
    case 'prefault': {
      const raw: unknown = def.defaultValue;
      const answer = askSchema(def.innerType, raw);
      return answer.is === 'taken' ? { raw, parsed: answer.value } : null;
    }
    case 'optional':
      return def.innerType._zod.optin === 'defaulted' ? standInOf(def.innerType) : null;
    case 'nullable':
    case 'readonly':
      return standInOf(def.innerType);
    case 'lazy':
      return standInOf((schema as z.core.$ZodLazy)._zod.innerType);
    default: {
      const answer = askSchema(schema, undefined);
      return answer.is === 'taken' && answer.value !== undefined ? { raw: answer.value, parsed: answer.value } : null;
    }
  }
};

/** zod clones a plain default on each asking, and hands any other object out as it is: a fresh one comes from a function. */
const isFresh = (before: unknown, now: unknown): boolean =>
  before !== now && (now instanceof Date || now instanceof URL || now instanceof Uint8Array);

const ask = (schema: z.core.$ZodType, reduce: Reduce): Known => {
  const standIn = standInOf(schema);
  if (standIn === null || standIn.parsed === undefined) return null;
  const text = formOf(reduce(schema, standIn));
  const isGiven = (schema as z.core.$ZodTypes)._zod.def.type === 'default';
  return text === null ? null : { text, raw: isGiven ? standIn.raw : null };
};

/**
 * Is `counted`, which was sent, what the schema gives anyway? Only a default that is the same on two askings, now and when
 * it was first asked for, is static; one that was seen to change equals nothing from then on.
 */
export const equalsStaticDefault = (schema: z.core.$ZodType, counted: unknown, reduce: Reduce): boolean => {
  if (schema._zod.optin === undefined) return false;
  let first = known.get(schema);
  if (first === undefined) {
    first = ask(schema, reduce);
    known.set(schema, first);
  }
  if (first === null || formOf(counted) !== first.text) return false;
  const again = ask(schema, reduce);
  if (again !== null && again.text === first.text && !isFresh(first.raw, again.raw)) return true;
  known.set(schema, null);
  return false;
};
