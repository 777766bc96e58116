import type { Snapshot } from '../postgres/read-only.ts';
import { readAnswer, type StoredAnswerRow } from '../postgres/statements/read-answer.ts';
import { maskJson } from './mask-json.ts';

/** An answer as an operator may see it: `text` is indented and masked, null where nothing is kept. */
export type MaskedAnswer = Omit<StoredAnswerRow, 'text'> & {
  readonly text: string | null;
  /** How many values were masked. */
  readonly maskedCount: number;
};

/** A typical answer is a few hundred bytes; a quarter of a mebibyte is drawn at once, more only when somebody asks. */
const AT_ONCE_BYTES = 256 * 1_024;

/** PostgreSQL's largest text. */
const ALL_BYTES = 2 ** 30;

/**
 * The masked answer of a completed record, without its text if that is large and `whole` was not asked for; null when
 * there is no such record or it has no outcome yet.
 */
export async function getAnswer(
  { client }: Snapshot,
  { id, whole }: { readonly id: string; readonly whole: boolean },
): Promise<MaskedAnswer | null> {
  const row = await readAnswer(client, id, whole ? ALL_BYTES : AT_ONCE_BYTES);
  if (!row) return null;
  const masked = row.text === null ? { text: null, maskedCount: 0 } : maskJson(row.text);
  return { ...row, ...masked };
}
