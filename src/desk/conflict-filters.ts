import { z } from 'zod';
import type { ConflictPosition } from '../postgres/statements/list-conflicts.ts';
import { bigintText } from './bigint-text.ts';
import { limitOf } from './record-filters.ts';

/** `<microseconds since 1970>-<id>`: where a page of conflicts begins. */
const position = z
  .string()
  .regex(/^\d{1,18}-[1-9]\d{0,18}$/, { abort: true })
  .transform((text): ConflictPosition => {
    const [micros = '', id = ''] = text.split('-');
    return { micros, id };
  })
  .refine(({ id }) => bigintText.safeParse(id).success);

/** What the conflicts page filters by, for its URL and its procedure. Bad values fall back and never throw. */
export const conflictFilters = z
  .object({
    record: bigintText.optional().catch(undefined),
    after: position.optional().catch(undefined),
    before: position.optional().catch(undefined),
    limit: limitOf,
  })
  .prefault({});

export type ConflictFilters = z.output<typeof conflictFilters>;

/** Writes a position as the URL has it. */
export const positionText = ({ micros, id }: ConflictPosition): string => `${micros}-${id}`;
