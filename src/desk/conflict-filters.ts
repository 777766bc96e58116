import { z } from 'zod';
import { bigintText } from './bigint-text.ts';
import { filter, filterText, listPlace } from './list-place.ts';

/** What the conflicts page filters by, for its URL and its procedure. Bad values fall back and never throw. */
export const conflictFilters = z
  .object({
    record: filter(bigintText),
    reviewed: filter(z.enum(['yes', 'no'])),
    key: filter(filterText(255)),
    account: filter(filterText(200)),
    procedure: filter(filterText(200)),
    caller: filter(filterText(200)),
    sort: filter(z.enum(['lastSeen', 'occurrences'])),
    ...listPlace,
  })
  .prefault({});

export type ConflictFilters = z.output<typeof conflictFilters>;

/** The same for suspected duplicates. */
export const duplicateFilters = z
  .object({
    account: filter(filterText(200)),
    procedure: filter(filterText(200)),
    sort: filter(z.enum(['last'])),
    ...listPlace,
  })
  .prefault({});

export type DuplicateFilters = z.output<typeof duplicateFilters>;
