import type { z } from 'zod';

/** What a schema makes of a value; `refused`: it is not valid; `unclear`: it threw, or only waiting could tell. */
export type SchemaAnswer =
  | { readonly is: 'taken'; readonly value: unknown }
  | { readonly is: 'refused' }
  | { readonly is: 'unclear' };

const UNCLEAR: SchemaAnswer = { is: 'unclear' };

/** Asks zod itself instead of a copy of its rules. Never throws, and leaves no unhandled rejection behind. */
export const askSchema = (schema: z.core.$ZodType, value: unknown): SchemaAnswer => {
  try {
    const result = schema._zod.run({ value, issues: [] }, { async: false });
    if (!(result instanceof Promise))
      return result.issues.length === 0 ? { is: 'taken', value: result.value } : { is: 'refused' };
    result.catch(() => undefined);
    return UNCLEAR;
  } catch {
    return UNCLEAR;
  }
};
