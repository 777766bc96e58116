import type { AnswerEncoder } from '../engine/run.ts';
import { codeOfRefusal } from './error-codes.ts';
import { refusalText } from './stored-answer.ts';
import { superjson } from './wire.ts';

/** Serializes what the work gave back into the text that is stored and sent, which are the same. */
export const encodeAnswer = (path: string, resourceId?: (answer: never) => string): AnswerEncoder<unknown> => ({
  success: (value) => ({
    status: 200,
    text: superjson.stringify(value),
    resourceId: resourceId ? resourceId(value as never) : null,
  }),
  refusal: (refusal) => ({
    status: refusal.status,
    text: refusalText(path, codeOfRefusal(refusal.status), refusal),
    resourceId: null,
  }),
});
