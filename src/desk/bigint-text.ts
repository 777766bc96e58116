import { z } from 'zod';

const MAX = 2n ** 63n - 1n;

/** A positive PostgreSQL bigint as decimal text. Text, because ids outgrow what a JSON number keeps. */
export const bigintText = z
  .string()
  .trim()
  .regex(/^[1-9]\d{0,18}$/, { error: 'A number of at most 19 digits is expected.', abort: true })
  .refine((text) => BigInt(text) <= MAX, 'The number is too large for an id.');
