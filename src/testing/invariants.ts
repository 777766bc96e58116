import pg from 'pg';
import { type Invariant, PHASED_INVARIANTS } from './phased-invariants.ts';

/** What a test knows that the database does not. */
export type Beginnings = {
  /** Stock of each article before the first order, by sku. Articles that are not named are not checked. */
  readonly stock: Readonly<Record<string, number>>;
};

const INVARIANTS: readonly Invariant[] = [
  {
    sentence: 'A transactional record is never seen in progress: it commits with its outcome or not at all.',
    counterexamples: `
      SELECT format('record %s', id) AS found FROM idempotency_record
      WHERE mode = 'transactional' AND state = 'IN_PROGRESS'`,
  },
  {
    sentence: 'There is at most one record of a scope and key.',
    counterexamples: `
      SELECT format('%s / %s, %s times', scope, key, count(*)) AS found FROM idempotency_record
      GROUP BY scope, key HAVING count(*) > 1`,
  },
  {
    sentence: 'A completed record knows its outcome, its status and when each of its windows ends.',
    counterexamples: `
      SELECT format('record %s', id) AS found FROM idempotency_record
      WHERE state = 'COMPLETED' AND (outcome IS NULL OR outcome_status IS NULL OR completed_at IS NULL OR answer_kept IS NULL
        OR answer_expires_at IS NULL OR key_expires_at IS NULL OR forget_at IS NULL)`,
  },
  {
    sentence: 'A placement that succeeded has its one order, in the account that asked.',
    counterexamples: `
      SELECT format('record %s, resource %s', record.id, record.resource_id) AS found FROM idempotency_record record
      WHERE record.procedure = 'orders.place' AND record.state = 'COMPLETED' AND record.outcome = 'success'
        AND NOT EXISTS (SELECT FROM "order" WHERE "order".id = record.resource_id AND "order".account_id = record.scope)`,
  },
  {
    sentence: 'An order has exactly one record that answers for it.',
    counterexamples: `
      SELECT format('order %s, %s records', "order".id, count(record.id)) AS found FROM "order"
      LEFT JOIN idempotency_record record ON record.resource_id = "order".id AND record.procedure = 'orders.place'
        AND record.state = 'COMPLETED' AND record.outcome = 'success'
      GROUP BY "order".id HAVING count(record.id) <> 1`,
  },
  {
    sentence: 'A refusal left nothing behind.',
    counterexamples: `
      SELECT format('record %s, resource %s', id, resource_id) AS found FROM idempotency_record
      WHERE outcome = 'refusal' AND resource_id IS NOT NULL`,
  },
  {
    sentence: 'Stock is what there was less what was ordered, and never below zero.',
    counterexamples: `
      SELECT format('%s: %s at first, %s ordered, %s left', sku, beginning.value, sold.quantity, stock) AS found
      FROM product
      CROSS JOIN LATERAL (SELECT coalesce(sum(quantity), 0) AS quantity FROM "order" WHERE "order".sku = product.sku) sold
      LEFT JOIN jsonb_each_text($1::jsonb) beginning ON beginning.key = sku
      WHERE stock < 0 OR stock <> beginning.value::bigint - sold.quantity`,
  },
  {
    sentence: 'No session is left idle inside a transaction.',
    counterexamples: `
      SELECT format('backend %s: %s', pid, left(query, 80)) AS found FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND starts_with(state, 'idle in transaction')`,
  },
];

/**
 * The invariants that do not hold in this database, each with up to three counterexamples; empty is good.
 * Call it when every request has been answered or cut: a transaction that still runs would count as left behind.
 */
export const violatedInvariants = async (databaseUrl: string, beginnings: Beginnings): Promise<string[]> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const violated: string[] = [];
    for (const { sentence, counterexamples } of [...INVARIANTS, ...PHASED_INVARIANTS]) {
      const values = counterexamples.includes('$1') ? [JSON.stringify(beginnings.stock)] : [];
      const look = () => client.query<{ found: string }>(`${counterexamples} LIMIT 3`, values);
      let { rows } = await look();
      if (rows.length > 0) {
        // A timer's own transaction may be under way: what is wrong is so at a second look as well.
        await client.query('SELECT pg_sleep(0.3)');
        ({ rows } = await look());
      }
      if (rows.length > 0) violated.push(`${sentence} Not so: ${rows.map(({ found }) => found).join('; ')}.`);
    }
    return violated;
  } finally {
    await client.end();
  }
};
