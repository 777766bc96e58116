import type { AnswerEncoder } from '../engine/run.ts';
import { encodeKept } from '../idempotency/kept-value.ts';
import { codeOfRefusal } from './error-codes.ts';
import { refusalText } from './stored-answer.ts';

/**
 * Serializes what the work gave back into the text that is stored and sent, which are the same.
 * @throws NotKeptError, by the member's path, for what a replay would read differently.
 */
export const encodeAnswer = (path: string, resourceId?: (answer: never) => string): AnswerEncoder<unknown> => ({
  success: (value) => ({
    status: 200,
    text: encodeKept(value, { what: `The answer of ${path}`, root: 'answer' }),
    resourceId: resourceId ? namedResource(path, resourceId(value as never)) : null,
  }),
  refusal: (refusal) => ({
    status: refusal.status,
    text: refusalText(path, codeOfRefusal(refusal.status), refusal),
    resourceId: null,
  }),
});

/** Longer than any id, and short enough for a column of a list. */
const MAX_RESOURCE_ID = 255;

/** A member that is not there must not be stored as the text "undefined"; NUL is no character of PostgreSQL's text. */
function namedResource(path: string, id: unknown): string {
  if (typeof id === 'string' && id.length > 0 && id.length <= MAX_RESOURCE_ID && !id.includes('\u0000')) return id;
  const found = typeof id === 'string' ? `a text of ${id.length} characters` : typeof id;
  throw new TypeError(
    `resourceId of ${path} gave ${found}, so nothing took effect. Expected is a text of 1 to ${MAX_RESOURCE_ID} characters ` +
      'without NUL: name a member that the answer has.',
  );
}
