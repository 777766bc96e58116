import type { z } from 'zod';
import { absentValue } from './absent-value.ts';
import { canonicalize, MAX_DEPTH } from './canonical.ts';
import { NotCanonicalError } from './not-canonical.ts';
import { isPlainObject } from './value-kind.ts';

type Schema = z.core.$ZodType;

/** Which schema a member has: `declared` may be left out by its default, `rest` holds for all other names. */
type MemberSchemas = { readonly declared: (name: string) => Schema | undefined; readonly rest: Schema | undefined };

/** Equal by canonical form; what has none is kept, so that the fingerprint refuses it with its path. */
const equal = (a: unknown, b: unknown): boolean => {
  if (a === b || Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object') return false;
  try {
    return canonicalize(a) === canonicalize(b);
  } catch (error) {
    if (error instanceof NotCanonicalError) return false;
    throw error;
  }
};

/** Compared without their own defaults on both sides: zod fills an object it is given, and takes a default as it is. */
const isDefault = (schema: Schema, stripped: unknown, depth: number): boolean => {
  const absent = absentValue(schema);
  return absent.found && equal(stripped, strip(schema, absent.value, depth));
};

const stripMembers = (value: Record<string, unknown>, schemas: MemberSchemas, depth: number) => {
  // Without a prototype, so that a member called __proto__ is a member.
  const kept: Record<string, unknown> = Object.create(null);
  for (const name of Object.keys(value)) {
    const declared = schemas.declared(name);
    const schema = declared ?? schemas.rest;
    const stripped = schema === undefined ? value[name] : strip(schema, value[name], depth + 1);
    if (declared === undefined || !isDefault(declared, stripped, depth + 1)) kept[name] = stripped;
  }
  return kept;
};

const stripObject = (def: z.core.$ZodObjectDef, value: unknown, depth: number): unknown => {
  if (!isPlainObject(value)) return value;
  const { shape } = def;
  const declared = (name: string): Schema | undefined => (Object.hasOwn(shape, name) ? shape[name] : undefined);
  return stripMembers(value, { declared, rest: def.catchall }, depth);
};

/** Only a record over listed names fills in the missing ones; any other takes a name or does not. */
const stripRecord = (def: z.core.$ZodRecordDef, value: unknown, depth: number): unknown => {
  if (!isPlainObject(value)) return value;
  const names = def.partial === true ? undefined : def.keyType._zod.values;
  const declared = (name: string): Schema | undefined => (names?.has(name) === true ? def.valueType : undefined);
  return stripMembers(value, { declared, rest: def.valueType }, depth);
};

const stripTuple = (def: z.core.$ZodTupleDef, value: unknown, depth: number): unknown => {
  if (!Array.isArray(value)) return value;
  const items = value.map((item: unknown, index) => {
    const schema = def.items[index] ?? def.rest;
    return schema === null ? item : strip(schema, item, depth + 1);
  });
  // From the end only: in the middle, leaving an item out would move the others.
  for (let last = items.length - 1; last >= 0; last -= 1) {
    const schema = def.items[last];
    if (schema === undefined || !isDefault(schema, items[last], depth + 1)) break;
    items.pop();
  }
  return items;
};

const stripMap = (def: z.core.$ZodMapDef, value: unknown, depth: number): unknown =>
  value instanceof Map
    ? new Map(
        [...value].map(([key, item]) => [strip(def.keyType, key, depth + 1), strip(def.valueType, item, depth + 1)]),
      )
    : value;

const outcome = (schema: Schema, value: unknown): unknown => {
  try {
    const result = schema._zod.run({ value, issues: [] }, { async: false });
    if (!(result instanceof Promise)) return result.issues.length === 0 ? result.value : undefined;
    result.catch(() => undefined);
    return undefined;
  } catch {
    return undefined;
  }
};

const stripDiscriminated = (def: z.core.$ZodDiscriminatedUnionDef, value: unknown, depth: number): unknown => {
  if (!isPlainObject(value)) return value;
  const tag = value[def.discriminator];
  const option = def.options.find((one) => one._zod.propValues?.[def.discriminator]?.has(tag as z.core.util.Primitive));
  if (option === undefined) return value;
  const stripped = strip(option, value, depth);
  // The tag says which option's defaults are missing, so it stays even where it has a default itself.
  return isPlainObject(stripped) ? { ...stripped, [def.discriminator]: tag } : stripped;
};

/** The option is not known any more, so a stripped form counts only if the union reads it back as this very value. */
const stripUnion = (def: z.core.$ZodUnionDef, schema: Schema, { value, depth }: { value: unknown; depth: number }) => {
  if (typeof value !== 'object' || value === null) return value;
  for (const option of def.options) {
    if (!equal(outcome(option, value), value)) continue;
    const stripped = strip(option, value, depth);
    return equal(outcome(schema, stripped), value) ? stripped : value;
  }
  return value;
};

const strip = (schema: Schema, value: unknown, depth: number): unknown => {
  // Deeper than any fingerprint goes: it will refuse the value, so there is nothing to strip.
  if (depth > MAX_DEPTH || value === null || typeof value !== 'object') return value;
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return stripObject(def, value, depth);
    case 'record':
      return stripRecord(def, value, depth);
    case 'tuple':
      return stripTuple(def, value, depth);
    case 'map':
      return stripMap(def, value, depth);
    case 'array':
      return Array.isArray(value) ? value.map((item: unknown) => strip(def.element, item, depth + 1)) : value;
    case 'set':
      return value instanceof Set ? new Set([...value].map((item) => strip(def.valueType, item, depth + 1))) : value;
    case 'union':
      return 'discriminator' in def
        ? stripDiscriminated(def as z.core.$ZodDiscriminatedUnionDef, value, depth)
        : stripUnion(def, schema, { value, depth });
    case 'intersection':
      return strip(def.right, strip(def.left, value, depth), depth);
    case 'pipe':
      return strip(def.out, value, depth);
    case 'lazy':
      return strip((schema as z.core.$ZodLazy)._zod.innerType, value, depth);
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'readonly':
    case 'default':
    case 'prefault':
    case 'catch':
      return strip(def.innerType, value, depth);
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
      return value;
  }
};

/**
 * What version 1 of the fingerprint counts, which never changes: `parsed`, which this schema gave, without the members (at any depth) that equal what the schema gives when they are
 * left out. A copy: `parsed` is not touched. What a transform made has no schema and is kept whole.
 */
export const stripDefaults = (schema: Schema, parsed: unknown): unknown => strip(schema, parsed, 0);
