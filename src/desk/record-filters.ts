import { z } from 'zod';
import { bigintText } from './bigint-text.ts';
import { filter, filterText, listPlace } from './list-place.ts';

/** A moment as ISO 8601; one without a zone, as date inputs give it, is UTC. */
export const moment = z
  .string()
  .trim()
  .transform((value) => (/^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/.test(value) ? withZone(value) : value))
  .pipe(z.iso.datetime({ offset: true }));

const withZone = (value: string): string => {
  const [date, time = '00:00'] = value.split('T');
  return `${date}T${time.length === 5 ? `${time}:00` : time}Z`;
};

const shape = {
  state: filter(z.enum(['IN_PROGRESS', 'COMPLETED', 'UNKNOWN'])),
  outcome: filter(z.enum(['success', 'refusal'])),
  answerKept: filter(z.enum(['full', 'reference', 'too_large', 'not_serializable', 'purged'])),
  procedure: filter(filterText(200)),
  account: filter(filterText(200)),
  key: filter(filterText(255)),
  keyPrefix: filter(filterText(255)),
  id: filter(bigintText),
  resourceId: filter(filterText(255)),
  providerId: filter(filterText(255)),
  external: filter(z.enum(['began', 'none'])),
  createdFrom: filter(moment),
  createdTo: filter(moment),
  ...listPlace,
};

/**
 * What a page of records filters by: reads the URL's search parameters and the procedure's input, so that a link and a call
 * mean the same. Bad values fall back to no filter and never throw.
 */
export const recordFilters = z.object({ ...shape, sort: filter(z.enum(['created'])) }).prefault({});

export type RecordFilters = z.output<typeof recordFilters>;

/** The same for what is open: stuck ones and unknown ones. */
export const openFilters = z.object({ ...shape, sort: filter(z.enum(['openSince'])) }).prefault({});

export type OpenFilters = z.output<typeof openFilters>;

/** The same for what expires: which end, and how far ahead. */
export const expiringFilters = z
  .object({
    ...shape,
    sort: filter(z.enum(['ends'])),
    ends: z.enum(['answer', 'key']).prefault('answer').catch('answer'),
    // An hour is what the overview counts, too.
    within: z.enum(['1h', '6h', '24h', '72h']).prefault('1h').catch('1h'),
  })
  .prefault({});

export type ExpiringFilters = z.output<typeof expiringFilters>;
