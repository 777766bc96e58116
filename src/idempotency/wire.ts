import { Decimal } from 'decimal.js';
import { SuperJSON } from 'superjson';
import { isDecimal } from './value-kind.ts';

/** The transformer of both ends and of the store. Decimal is registered, since superjson alone would make it a string. */
export const superjson = new SuperJSON();

superjson.registerCustom<Decimal, string>(
  {
    isApplicable: (value): value is Decimal => typeof value === 'object' && value !== null && isDecimal(value),
    // Unlike toString, it keeps the sign of zero.
    serialize: (value) => value.valueOf(),
    deserialize: (text) => new Decimal(text),
  },
  'Decimal',
);
