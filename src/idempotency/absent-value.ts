import type { z } from 'zod';

/** What a schema gives for a member that was left out; `found: false` when it may not be, or when only waiting could tell. */
export type AbsentValue = { readonly found: true; readonly value: unknown } | { readonly found: false };

const NONE: AbsentValue = { found: false };

const askOnce = (schema: z.core.$ZodType): AbsentValue => {
  if (schema._zod.optin === undefined) return NONE;
  try {
    const result = schema._zod.run({ value: undefined, issues: [] }, { async: false });
    if (!(result instanceof Promise)) return result.issues.length === 0 ? { found: true, value: result.value } : NONE;
    result.catch(() => undefined);
    return NONE;
  } catch {
    return NONE;
  }
};

const known = new WeakMap<z.core.$ZodType, AbsentValue>();

/**
 * Asks the schema itself, once, so that defaults inside optional, prefault, catch, lazy, preprocess and piped schemas are
 * all answered by zod and not by a copy of its rules.
 */
export const absentValue = (schema: z.core.$ZodType): AbsentValue => {
  const remembered = known.get(schema);
  if (remembered !== undefined) return remembered;
  const asked = askOnce(schema);
  known.set(schema, asked);
  return asked;
};
