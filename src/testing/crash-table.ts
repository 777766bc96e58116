import type { CellResult, Recovery } from './crash-cell.ts';
import type { PaymentBoundary } from './payment-boundaries.ts';

/** One row of the matrix. */
export type CrashRow = {
  readonly boundary: Pick<PaymentBoundary, 'phase' | 'place' | 'isClaimed'>;
  readonly results: Partial<Record<Recovery, CellResult>>;
};

const cellOf = ({ boundary, results }: CrashRow, recovery: Recovery): string => {
  const result = results[recovery];
  if (!result) return 'not run';
  const said = `1 charge, 1 payment, replayed; attempts: ${result.attempts}, calls: ${result.calls}`;
  return boundary.isClaimed || recovery === 'client' ? said : `no record, no charge; a later retry: ${said}`;
};

/** The crash matrix as a page of the documentation. A cell that showed anything else would have failed before. */
export const crashTable = (rows: readonly CrashRow[]): string => `# The crash matrix

Written by \`npm run proof\`; do not edit. One process serves \`orders.pay\` and gets SIGKILL at the boundary; then either the
client retries its key, or nobody does and the completer goes on. Boundaries are before and after each statement that
PostgreSQL got in one payment, and at the card provider before and after its effect. The waiting (lease, call time-out) is
done by moving the rows' dates. In each cell the sandbox was asked for its charges of the order, and two later retries
got the same bytes.

*Attempts* is the record's fencing token at the end, *calls* how often the provider was called under the intent's key.

| part | killed | client retries | completer recovers |
|---|---|---|---|
${rows.map((row) => `| ${row.boundary.phase} | ${row.boundary.place} | ${cellOf(row, 'client')} | ${cellOf(row, 'completer')} |`).join('\n')}

${rows.length} boundaries, ${rows.reduce((cells, { results }) => cells + Object.keys(results).length, 0)} cells.
`;
