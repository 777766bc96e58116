import { z } from 'zod';

/** Text that PostgreSQL and every reader can hold: no NUL, no lone surrogate. */
export const storableText = () =>
  z.string().refine((text) => text.isWellFormed() && !text.includes('\0'), {
    error: 'The text holds a NUL character or half a surrogate pair, which cannot be stored.',
  });
