import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REASON_STATUS, REASONS } from './reason.ts';
import { RETRY_TABLE, type RetryRule } from './retry-table.ts';

const page = readFileSync(new URL('../../docs/retry-table.md', import.meta.url), 'utf8');

/** How the page words each rule. */
const WORDS: Readonly<Record<RetryRule, string>> = {
  after_delay: 'yes, after `retryAfterMs`',
  ask_first: 'yes, once `idempotency.status` says that something changed',
  finished: 'no, it is finished',
  new_intent: 'no, only a new intent with a new key',
  mend_client: 'no, mend the client first; the key is free',
};

test('docs/retry-table.md has one row per reason, with the status and the rule that the code has', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const cells = rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  expect(cells.map(([reason, status, rule]) => [reason, status, rule])).toEqual(
    REASONS.map((reason) => [`\`${reason}\``, String(REASON_STATUS[reason]), WORDS[RETRY_TABLE[reason]]]),
  );
  for (const row of cells) expect(row[3]?.length ?? 0).toBeGreaterThan(20);
});
