import type { Snapshot } from '../postgres/read-only.ts';
import { readAnswer, type StoredAnswerRow } from '../postgres/statements/read-answer.ts';
import { maskJson } from './mask-json.ts';

/** An answer as an operator may see it: `text` is indented and masked, null where nothing is kept. */
export type MaskedAnswer = Omit<StoredAnswerRow, 'text'> & {
  readonly text: string | null;
  /** How many values were masked. */
  readonly maskedCount: number;
};

/** The masked answer of a completed record; null when there is no such record or it has no outcome yet. */
export async function getAnswer({ client }: Snapshot, id: string): Promise<MaskedAnswer | null> {
  const row = await readAnswer(client, id);
  if (!row) return null;
  const masked = row.text === null ? { text: null, maskedCount: 0 } : maskJson(row.text);
  return { ...row, ...masked };
}
