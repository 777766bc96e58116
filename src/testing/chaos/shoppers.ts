import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { hashApiKey } from '../../auth/api-key.ts';
import { callUntilAnswered, type Persistent } from '../persistent-client.ts';

/** One intent to pay, and what its client was told in the end. */
export type Shopper = {
  readonly orderId: string;
  readonly key: string;
  readonly card: string;
  readonly paid: Persistent;
};

/** Cards by how often they are used: most of them make the call or its answer go wrong in a way of their own. */
const CARDS: readonly (readonly [card: string, weight: number])[] = [
  ['tok_visa', 5],
  ['tok_slow_600', 4],
  // Longer than the time-out of a call: the answer comes when nobody waits for it.
  ['tok_slow_1500', 2],
  ['tok_answer_lost', 3],
  ['tok_lost_before', 2],
  ['tok_500_after', 2],
  ['tok_500_before', 2],
  ['tok_500_stored', 1],
  ['tok_lookup_down_1500', 3],
];

const CHANCES = CARDS.flatMap(([card, weight]) => Array.from({ length: weight }, () => card));
const anyCard = (): string => CHANCES[Math.floor(Math.random() * CHANCES.length)] ?? 'tok_visa';

/** An account with an API key, and an article of 500 cents. */
export const openAccount = async (observer: pg.Pool): Promise<{ apiKey: string; sku: string }> => {
  const [accountId, apiKey, sku] = [`acc_${randomUUID()}`, `lk_${randomUUID()}`, `tea-${randomUUID().slice(0, 8)}`];
  await observer.query('INSERT INTO account (id, name) VALUES ($1, $1)', [accountId]);
  await observer.query(`INSERT INTO api_key (id, account_id, hash, hint) VALUES ($1, $2, $3, 'lk_')`, [
    randomUUID(),
    accountId,
    hashApiKey(apiKey),
  ]);
  await observer.query(`INSERT INTO product VALUES ($1, 'Tea', 500, 'EUR', 1000000)`, [sku]);
  return { apiKey, sku };
};

/** Places an order and pays it, each under one key, and stops at nothing but an answer. Begins at a random time in a span. */
export const shop = async (
  urls: readonly string[],
  { apiKey, sku }: { readonly apiKey: string; readonly sku: string },
  within: { readonly spanMs: number; readonly signal: AbortSignal },
): Promise<Shopper> => {
  await wait(Math.random() * within.spanMs);
  const place = { path: 'orders.place', input: { sku, quantity: 1 }, key: randomUUID(), apiKey };
  const placed = await callUntilAnswered(urls, place, within.signal);
  const { orderId } = placed.answer.data as { orderId: string };
  const [key, card] = [randomUUID(), anyCard()];
  const pay = { path: 'orders.pay', input: { orderId, card }, key, apiKey };
  return { orderId, key, card, paid: await callUntilAnswered(urls, pay, within.signal) };
};
