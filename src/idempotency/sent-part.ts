// More than 200 lines: one recursion over every kind of schema, whose parts in other files would import each other in a circle.
import type { z } from 'zod';
import { askSchema } from './ask-schema.ts';
import { canonicalize, MAX_DEPTH } from './canonical.ts';
import { NotCanonicalError } from './not-canonical.ts';
import { equalsStaticDefault, type StandIn } from './static-default.ts';
import { stripDefaults } from './strip-defaults.ts';
import { isPlainObject } from './value-kind.ts';

type Schema = z.core.$ZodType;

/** A value as it was sent and as it was parsed; `keep` leaves static defaults in. */
type Place = { readonly raw: unknown; readonly parsed: unknown; readonly depth: number; readonly keep: boolean };

/** Stands for what the server made, because nothing was sent for it. */
const NOT_SENT = Symbol('not sent');

const inside = (place: Place, raw: unknown, parsed: unknown): Place => ({
  raw,
  parsed,
  depth: place.depth + 1,
  keep: place.keep,
});

const isDefault = (schema: Schema, counted: unknown, place: Place): boolean =>
  !place.keep &&
  equalsStaticDefault(schema, counted, (of: Schema, { raw, parsed }: StandIn) =>
    partOf(of, inside(place, raw, parsed)),
  );

/** A check that writes the value anew (`trim` of a text, `superRefine` of an object) may move what was sent elsewhere. */
const mayRewrite = (def: z.core.$ZodTypeDef): boolean =>
  def.checks?.some(({ _zod: { def: check } }) =>
    check.check === 'overwrite' ? true : check.check === 'custom' && !('fn' in check),
  ) === true;

/** What was sent cannot be told from what was made: all of it counts but static defaults. */
const whole = (schema: Schema, { parsed, keep }: Place): unknown => (keep ? parsed : stripDefaults(schema, parsed));

type Members = {
  readonly declared: (name: string) => Schema | undefined;
  readonly rest: Schema | undefined;
  /** A name may be another one than was sent. */
  readonly renames: boolean;
};

const memberParts = (schema: Schema, place: Place, { declared, rest, renames }: Members): unknown => {
  const { raw, parsed } = place;
  // As zod reads it: any object has members, of its prototype too.
  if (!isPlainObject(parsed) || typeof raw !== 'object' || raw === null) return whole(schema, place);
  const kept: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(parsed)) {
    const value = parsed[name];
    const own = declared(name);
    if (own === undefined && !renames && !(name in raw)) continue;
    const of = own ?? rest;
    const sent: unknown = (raw as Record<string, unknown>)[name];
    // Of what is open to any name, the name itself was sent.
    const isClear = of !== undefined && (own !== undefined || sent !== undefined);
    const part = isClear ? partOf(of, inside(place, sent, value)) : value;
    if (part !== NOT_SENT && !(own && isDefault(own, part, place))) kept[name] = part;
  }
  return kept;
};

const objectPart = (schema: Schema, def: z.core.$ZodObjectDef, place: Place): unknown => {
  const { shape, catchall } = def;
  const declared = (name: string): Schema | undefined => (Object.hasOwn(shape, name) ? shape[name] : undefined);
  return memberParts(schema, place, { declared, rest: catchall, renames: false });
};

const recordPart = (schema: Schema, def: z.core.$ZodRecordDef, place: Place): unknown => {
  const names = def.partial === true ? undefined : def.keyType._zod.values;
  const declared = (name: string): Schema | undefined => (names?.has(name) === true ? def.valueType : undefined);
  return memberParts(schema, place, { declared, rest: def.valueType, renames: true });
};

/** An item that was not sent, or is the default, leaves its position behind; at the end of a tuple not even that. */
const itemPart = (schema: Schema, place: Place): unknown => {
  const part = partOf(schema, place);
  return part === NOT_SENT || isDefault(schema, part, place) ? undefined : part;
};

const arrayPart = (schema: Schema, def: z.core.$ZodArrayDef, place: Place): unknown => {
  const { raw, parsed } = place;
  if (!Array.isArray(raw) || !Array.isArray(parsed) || raw.length !== parsed.length) return whole(schema, place);
  return parsed.map((item: unknown, index) => itemPart(def.element, inside(place, raw[index], item)));
};

const tuplePart = (schema: Schema, def: z.core.$ZodTupleDef, place: Place): unknown => {
  const { raw, parsed } = place;
  if (!Array.isArray(raw) || !Array.isArray(parsed)) return whole(schema, place);
  const items = parsed.map((item: unknown, index) => {
    const of = def.items[index] ?? def.rest;
    return of ? itemPart(of, inside(place, raw[index], item)) : item;
  });
  while (items.length > 0 && items.length <= def.items.length && items.at(-1) === undefined) items.pop();
  return items;
};

const elementPart = (schema: Schema, place: Place): unknown => {
  const part = partOf(schema, place);
  return part === NOT_SENT ? undefined : part;
};

/** Both keep the order in which they were filled, so that equal sizes mean that nothing was merged. */
const mapPart = (schema: Schema, def: z.core.$ZodMapDef, place: Place): unknown => {
  const { raw, parsed } = place;
  if (!(raw instanceof Map) || !(parsed instanceof Map) || raw.size !== parsed.size) return whole(schema, place);
  const sent = [...raw];
  const entries = [...parsed].map(([key, value], index): [unknown, unknown] => [
    elementPart(def.keyType, inside(place, sent[index]?.[0], key)),
    elementPart(def.valueType, inside(place, sent[index]?.[1], value)),
  ]);
  return new Map(entries);
};

const setPart = (schema: Schema, def: z.core.$ZodSetDef, place: Place): unknown => {
  const { raw, parsed } = place;
  if (!(raw instanceof Set) || !(parsed instanceof Set) || raw.size !== parsed.size) return whole(schema, place);
  const sent = [...raw];
  return new Set([...parsed].map((item, index) => elementPart(def.valueType, inside(place, sent[index], item))));
};

const firstTaking = (def: z.core.$ZodUnionDef, value: unknown): number => {
  for (const [index, option] of def.options.entries()) {
    const answer = askSchema(option, value);
    if (answer.is === 'taken') return index;
    if (answer.is === 'unclear') return -1;
  }
  return -1;
};

/** Without its defaults a value may read as another option's: then it keeps them. */
const unionPart = (schema: Schema, def: z.core.$ZodUnionDef, place: Place): unknown => {
  const taking = firstTaking(def, place.raw);
  const option = def.options[taking];
  if (option === undefined) return whole(schema, place);
  const part = partOf(option, place);
  if (typeof part !== 'object' || part === null || place.keep) return part;
  return firstTaking(def, part) === taking ? part : partOf(option, { ...place, keep: true });
};

const discriminatedPart = (schema: Schema, def: z.core.$ZodDiscriminatedUnionDef, place: Place): unknown => {
  const { raw, parsed } = place;
  if (!isPlainObject(parsed) || typeof raw !== 'object' || raw === null) return whole(schema, place);
  const named = (tag: unknown) =>
    def.options.find((one) => one._zod.propValues?.[def.discriminator]?.has(tag as z.core.util.Primitive));
  const sent: unknown = (raw as Record<string, unknown>)[def.discriminator];
  const tag = parsed[def.discriminator];
  const option = named(sent ?? tag) ?? named(tag);
  if (option === undefined) return whole(schema, place);
  const part = partOf(option, place);
  // The tag says which option's defaults are missing, so it stays even where it was not sent.
  return isPlainObject(part) && tag !== undefined ? { ...part, [def.discriminator]: tag } : part;
};

const sameForm = (a: unknown, b: unknown): boolean => {
  try {
    return Object.is(a, b) || canonicalize(a) === canonicalize(b);
  } catch (error) {
    if (error instanceof NotCanonicalError) return false;
    throw error;
  }
};

/** In place of what is not valid the server puts something of its own: it counts unless it is another thing each time. */
const catchPart = (schema: Schema, def: z.core.$ZodCatchDef, place: Place): unknown => {
  const answer = askSchema(def.innerType, place.raw);
  if (answer.is === 'taken') return partOf(def.innerType, place);
  if (answer.is === 'unclear') return whole(schema, place);
  const again = askSchema(schema, place.raw);
  return again.is === 'taken' && !sameForm(again.value, place.parsed) ? NOT_SENT : place.parsed;
};

const pipePart = (schema: Schema, def: z.core.$ZodPipeDef, place: Place): unknown => {
  // What a transform made has no schema: its whole result counts.
  if (def.out._zod.def.type === 'transform' || def.transform !== undefined) return place.parsed;
  const between = askSchema(def.in, place.raw);
  if (between.is !== 'taken') return whole(schema, place);
  if (def.in._zod.def.type === 'transform') return partOf(def.out, { ...place, raw: between.value });
  const sent = partOf(def.in, { ...place, parsed: between.value });
  return sent === NOT_SENT ? NOT_SENT : partOf(def.out, { ...place, raw: sent });
};

const partOf = (schema: Schema, place: Place): unknown => {
  const { raw, parsed, depth } = place;
  if (raw === undefined) return parsed === undefined ? undefined : NOT_SENT;
  // Deeper than any fingerprint goes: it will refuse the value.
  if (depth > MAX_DEPTH || (typeof parsed !== 'object' && Object.is(raw, parsed))) return parsed;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (mayRewrite(def)) return whole(schema, place);
  switch (def.type) {
    case 'object':
      return objectPart(schema, def, place);
    case 'record':
      return recordPart(schema, def, place);
    case 'array':
      return arrayPart(schema, def, place);
    case 'tuple':
      return tuplePart(schema, def, place);
    case 'map':
      return mapPart(schema, def, place);
    case 'set':
      return setPart(schema, def, place);
    case 'union':
      return 'discriminator' in def
        ? discriminatedPart(schema, def as z.core.$ZodDiscriminatedUnionDef, place)
        : unionPart(schema, def, place);
    case 'intersection': {
      const left = partOf(def.left, place);
      return left === NOT_SENT ? NOT_SENT : partOf(def.right, { ...place, parsed: left });
    }
    case 'pipe':
      return pipePart(schema, def, place);
    case 'catch':
      return catchPart(schema, def, place);
    case 'lazy':
      return partOf((schema as z.core.$ZodLazy)._zod.innerType, place);
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
    case 'default':
    case 'prefault':
      return partOf(def.innerType, place);
    case 'string':
    case 'number':
    case 'boolean':
    case 'bigint':
    case 'symbol':
    case 'null':
    case 'undefined':
    case 'void':
    case 'never':
    case 'any':
    case 'unknown':
    case 'date':
    case 'file':
    case 'enum':
    case 'literal':
    case 'success':
    case 'transform':
    case 'nan':
    case 'template_literal':
    case 'promise':
    case 'function':
    case 'custom':
      return parsed;
  }
};

/**
 * What the caller said, in the words of the schema: `parsed` without what was not sent for it (a default that is another
 * one on each call is no difference) and without what equals a static default, at any depth. Where the two have no common
 * shape, as behind a transform, all of `parsed`. A copy: neither is touched. `parsed` is what the schema made of `raw`.
 */
export const sentPart = (schema: z.ZodType, raw: unknown, parsed: unknown): unknown => {
  const place: Place = { raw, parsed, depth: 0, keep: false };
  const part = partOf(schema, place);
  return part === NOT_SENT || isDefault(schema, part, place) ? undefined : part;
};
