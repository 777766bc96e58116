/** What must hold, as a sentence and a query for its counterexamples (one text column, `found`). */
export type Invariant = { readonly sentence: string; readonly counterexamples: string };

/** What must hold of phased records and of the business rows that they hold, after every fault. */
export const PHASED_INVARIANTS: readonly Invariant[] = [
  {
    sentence: 'A payment succeeded exactly where a payment of that order completed as a success.',
    counterexamples: `
      SELECT format('payment %s, record %s', payment.id, record.id) AS found
      FROM (SELECT * FROM payment WHERE status = 'succeeded') payment
      FULL JOIN (SELECT * FROM idempotency_record WHERE procedure = 'orders.pay' AND outcome = 'success') record
        ON record.resource_id = payment.id
      WHERE payment.id IS NULL OR record.id IS NULL`,
  },
  {
    sentence: 'A succeeded payment has the provider charge that its record confirmed.',
    counterexamples: `
      SELECT format('payment %s, charge %s', payment.id, payment.charge_id) AS found FROM payment
      JOIN idempotency_record record ON record.procedure = 'orders.pay' AND record.resource_id = payment.id
      WHERE NOT EXISTS (SELECT FROM external_reference ref
        WHERE ref.record_id = record.id AND ref.state = 'confirmed' AND ref.provider_id = payment.charge_id)`,
  },
  {
    sentence: 'An order is paid exactly when it has a succeeded payment.',
    counterexamples: `
      SELECT format('order %s is %s', "order".id, "order".status) AS found FROM "order"
      WHERE ("order".status = 'paid')
        <> EXISTS (SELECT FROM payment WHERE payment.order_id = "order".id AND payment.status = 'succeeded')`,
  },
  {
    sentence: 'A pending payment belongs to an open record.',
    counterexamples: `
      SELECT format('payment %s of order %s', payment.id, payment.order_id) AS found FROM payment
      WHERE payment.status = 'pending' AND NOT EXISTS (
        SELECT FROM idempotency_record record JOIN run_step step ON step.record_id = record.id
        WHERE record.open_since IS NOT NULL AND strpos(step.result, payment.id) > 0)`,
  },
  {
    sentence: 'An escrow is released exactly where its release completed as a success.',
    counterexamples: `
      SELECT format('escrow %s, record %s', escrow.id, record.id) AS found
      FROM (SELECT * FROM escrow WHERE status = 'released') escrow
      FULL JOIN (SELECT * FROM idempotency_record WHERE procedure = 'escrow.release' AND outcome = 'success') record
        ON record.resource_id = escrow.id
      WHERE escrow.id IS NULL OR record.id IS NULL`,
  },
  {
    sentence: 'An escrow is being released only while an open record does it.',
    counterexamples: `
      SELECT format('escrow %s', escrow.id) AS found FROM escrow
      WHERE escrow.status = 'releasing' AND NOT EXISTS (
        SELECT FROM idempotency_record record WHERE record.procedure = 'escrow.release'
          AND record.scope = escrow.account_id AND strpos(record.input, escrow.id) > 0)`,
  },
  {
    sentence: 'At most one call of a step is confirmed, over all its keys.',
    counterexamples: `
      SELECT format('record %s, step %s, %s calls', record_id, step, count(*)) AS found FROM external_reference
      WHERE state = 'confirmed' GROUP BY record_id, step HAVING count(*) > 1`,
  },
  {
    sentence: 'A completed run has no call whose end is open.',
    counterexamples: `
      SELECT format('record %s, step %s is %s', ref.record_id, ref.step, ref.state) AS found FROM external_reference ref
      JOIN idempotency_record record ON record.id = ref.record_id
      WHERE record.state = 'COMPLETED' AND ref.state IN ('intended', 'cannot_tell')`,
  },
  {
    sentence: 'An open record that nobody runs is parked, held or tried again within the longest pause.',
    counterexamples: `
      SELECT format('record %s, next try at %s', id, next_try_at) AS found FROM idempotency_record
      WHERE open_since IS NOT NULL AND parked_reason IS NULL AND held_by IS NULL AND lease_expires_at <= clock_timestamp()
        AND next_try_at > clock_timestamp() + interval '11 minutes'`,
  },
];
