import { expect } from 'vitest';
import type { Actor } from '../auth/actor.ts';
import type { Decision } from '../desk/flow/offers.ts';
import type { Answer } from './call-procedure.ts';
import { callAs, sendCommand } from './desk.ts';
import type { Intent, PaymentShop } from './payments.ts';

/** What a provider made of a call whose end nobody knows. */
export type Unknown = 'charged' | 'nothing' | 'declined';

const FAULTS = { charged: 'drop_after', nothing: 'drop_before', declined: 'drop_after' } as const;

/** A payment whose answer was lost while look-ups were down: its outcome is unknown, and look-ups work again. */
export const unknownPayment = async (shop: PaymentShop, what: Unknown): Promise<Intent> => {
  const intent = await shop.newIntent();
  await shop.sandbox.fault({ on: 'charge', do: FAULTS[what], key: shop.chargeKey(intent) });
  const down = await shop.sandbox.fault({ on: 'charge_lookup', do: 'error_before', times: null });
  const answer = await shop.pay(intent, { card: what === 'declined' ? 'tok_chargeDeclined' : 'tok_visa' });
  await down.remove();
  expect(answer.error?.data.idempotency?.reason).toBe('outcome_unknown');
  return intent;
};

/** The flow of one record: what operators do with it, and what only waiting would do. */
export const flowOf = async (shop: PaymentShop, intent: Intent) => {
  const id = (await shop.record(intent))?.id ?? 'none';
  const move = async (sql: string): Promise<void> => {
    await shop.observer.query(sql, [id]);
  };
  const get = (actor: Actor) => callAs(shop, actor).desk.flow.get({ id });
  const send = (actor: Actor, verb: string, input: object, requestId?: string): Promise<Answer> =>
    sendCommand(shop, actor, `desk.flow.${verb}`, { id, ...input, ...(requestId === undefined ? {} : { requestId }) });
  const attempt = async (): Promise<number> => Number((await shop.record(intent))?.attempt);

  const fence = async (actor: Actor, flow: 'release' | 'resolve' = 'resolve'): Promise<Answer> =>
    send(actor, 'fence', { seenAttempt: await attempt(), flow, reason: 'support asked about this payment' });
  const lookUp = async (actor: Actor, providerId: string | null = null): Promise<Answer> =>
    send(actor, 'lookUp', { seenAttempt: await attempt(), providerId });
  const drain = async (): Promise<void> => {
    await move('UPDATE record_hold SET not_before = clock_timestamp() WHERE record_id = $1');
    await move('UPDATE external_reference SET call_over_at = clock_timestamp() WHERE record_id = $1');
  };

  return {
    id,
    get,
    send,
    attempt,
    fence,
    lookUp,
    /** As after the drain. */
    drain,
    /** As after the lease's grace, without a sign of its owner. */
    silence: () =>
      move(
        `UPDATE idempotency_record SET lease_expires_at = clock_timestamp() - interval '1 min',
           heartbeat_at = clock_timestamp() - interval '2 min', next_try_at = clock_timestamp() + interval '1 hour'
         WHERE id = $1`,
      ),
    /** As on the next day: the provider may have forgotten the key. */
    pastKeyWindow: () =>
      move(
        `UPDATE external_reference SET key_window_ends_at = clock_timestamp() - interval '1 s' WHERE record_id = $1`,
      ),
    /** As after three days in which nobody could say what became of the call. */
    longUnknown: () =>
      move(
        `UPDATE external_reference SET first_call_at = first_call_at - interval '72 hours',
           last_call_at = last_call_at - interval '72 hours',
           key_window_ends_at = clock_timestamp() - interval '2 days' WHERE record_id = $1`,
      ),
    /** As after half an hour without an act of the holder. */
    idle: () => move(`UPDATE record_hold SET touched_at = clock_timestamp() - interval '30 min' WHERE record_id = $1`),
    /** Fences, waits and looks up as a page does; gives what was found. */
    lookedUp: async (actor: Actor, flow: 'release' | 'resolve' = 'resolve'): Promise<unknown> => {
      expect((await fence(actor, flow)).status).toBe(200);
      await drain();
      const looked = await lookUp(actor);
      expect(looked.error).toBeUndefined();
      return (looked.data as { result: string }).result;
    },
    /** What the confirmation of an offered decision sends, typed as shown. */
    confirmation: async (actor: Actor, decision: Decision) => {
      const { offers, record, current } = await get(actor);
      const offer = offers.find((one) => one.decision === decision);
      const evidenceId = current?.id ?? null;
      const reason = 'settled on what the provider has';
      return { seenAttempt: record.attempt, decision, evidenceId, code: offer?.code ?? 'NONE0000', reason };
    },
    /** The record's operator events, oldest first. */
    events: async (): Promise<string[]> => (await shop.timeline(intent)).map(({ event }) => event),
  };
};

/** How payment, order, record and the provider's charges stand, in one line each. */
export const standOf = async (shop: PaymentShop, intent: Intent) => {
  const record = await shop.record(intent);
  const { rows } = await shop.observer.query<{ status: string }>('SELECT status FROM "order" WHERE id = $1', [
    intent.orderId,
  ]);
  const charges = await shop.charges(intent);
  return {
    record: [record?.state, record?.outcome],
    order: rows[0]?.status,
    payments: (await shop.payments(intent)).map(({ status }) => status),
    charges: charges.filter(({ status }) => status === 'succeeded').length,
  };
};
