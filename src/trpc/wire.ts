import { Decimal } from 'decimal.js';
import { SuperJSON } from 'superjson';

/** The transformer of both ends. Decimal is registered, since superjson alone would make it a string. */
export const superjson = new SuperJSON();

superjson.registerCustom<Decimal, string>(
  {
    isApplicable: (value): value is Decimal => Decimal.isDecimal(value),
    serialize: String,
    deserialize: (text) => new Decimal(text),
  },
  'Decimal',
);
