import { z } from 'zod';
import { bigintText } from './bigint-text.ts';

/** A filter that is not set and one that makes no sense are the same: it does not filter. */
const filter = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);

/** PostgreSQL's text holds no NUL, so that nothing can be found by one. */
const text = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !value.includes('\0'));

/** A moment as ISO 8601; one without a zone, as date inputs give it, is UTC. */
const moment = z
  .string()
  .trim()
  .transform((value) => (/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/.test(value) ? withZone(value) : value))
  .pipe(z.iso.datetime({ offset: true }));

const withZone = (value: string): string => {
  const [date, time = '00:00'] = value.split('T');
  return `${date}T${time.length === 5 ? `${time}:00` : time}Z`;
};

/** Rows of a page: fifty fill a screen twice; a hundred still render at once. */
export const limitOf = z.coerce.number<number | string>().int().min(1).max(100).prefault(50).catch(50);

/**
 * What the records page filters by: reads the URL's search parameters and the procedure's input, so that a link and a call
 * mean the same. Bad values fall back to no filter and never throw.
 */
export const recordFilters = z
  .object({
    state: filter(z.enum(['IN_PROGRESS', 'COMPLETED', 'UNKNOWN'])),
    outcome: filter(z.enum(['success', 'refusal'])),
    answerKept: filter(z.enum(['full', 'reference', 'too_large', 'not_serializable', 'purged'])),
    procedure: filter(text(200)),
    account: filter(text(200)),
    key: filter(text(255)),
    keyPrefix: filter(text(255)),
    id: filter(bigintText),
    resourceId: filter(text(255)),
    createdFrom: filter(moment),
    createdTo: filter(moment),
    after: filter(bigintText),
    before: filter(bigintText),
    limit: limitOf,
  })
  .prefault({});

export type RecordFilters = z.output<typeof recordFilters>;
