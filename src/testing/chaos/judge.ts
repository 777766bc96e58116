import type pg from 'pg';
import { violatedInvariants } from '../invariants.ts';
import type { TestSandbox } from '../sandbox.ts';
import type { Shopper } from './shoppers.ts';

/** Everything that was found wrong, as sentences; empty is good. */
export const judge = async (
  observer: pg.Pool,
  sandbox: TestSandbox,
  of: { readonly databaseUrl: string; readonly shoppers: readonly Shopper[] },
): Promise<string[]> => {
  const found = [...(await wrongCounts(observer, sandbox, of.shoppers.length))];
  const charges = await sandbox.charges();
  for (const { orderId, card, paid } of of.shoppers) {
    const ofOrder = charges.filter(({ metadata }) => metadata.order_id === orderId);
    const told = (paid.answer.data as { chargeId?: string } | undefined)?.chargeId;
    if (ofOrder.length === 1 && ofOrder[0]?.id === told) continue;
    const ids = ofOrder.map(({ id }) => id).join(', ');
    found.push(`Order ${orderId} (${card}) has the charges [${ids}]; its client was told ${told ?? paid.answer.text}.`);
  }
  return [...found, ...(await violatedInvariants(of.databaseUrl, { stock: {} }))];
};

async function wrongCounts(observer: pg.Pool, sandbox: TestSandbox, intents: number): Promise<string[]> {
  const charged = (await sandbox.charges()).filter(({ status }) => status === 'succeeded').length;
  const { rows } = await observer.query<{ what: string; n: number }>(`
    SELECT 'payments' AS what, count(*)::int AS n FROM payment WHERE status = 'succeeded'
    UNION ALL SELECT 'records', count(*)::int FROM idempotency_record WHERE procedure = 'orders.pay' AND outcome = 'success'
    UNION ALL SELECT 'open', count(*)::int FROM idempotency_record WHERE open_since IS NOT NULL`);
  const n = Object.fromEntries(rows.map((row) => [row.what, row.n]));
  const wrong: string[] = [];
  if (charged !== intents) wrong.push(`${charged} charges for ${intents} intents.`);
  if (n.payments !== intents) wrong.push(`${n.payments} succeeded payments for ${intents} intents.`);
  if (n.records !== intents) wrong.push(`${n.records} completed records for ${intents} intents.`);
  if (n.open !== 0) wrong.push(`${n.open} records are still open.`);
  return wrong;
}
