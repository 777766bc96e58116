import Stripe from 'stripe';
import type { LookupCall, LookupResult } from '../../idempotency/external-operation.ts';
import { evidence, sentenceOf } from '../evidence.ts';
import { type Charge, failureOf, isOf, readCharge } from './charge.ts';
import { type ChargeRequest, ON_CHARGE } from './charge-request.ts';
import type { WithStripe } from './connect.ts';
import { listCharges, MalformedList } from './list-charges.ts';

// The provider dates charges by its own clock. Two clocks that are kept by NTP differ by less than a second; an hour
// also covers a machine that is not, and costs one more page in a shop with a hundred payments an hour.
const SKEW_MS = 3_600_000;
// Nobody sends under a key that the provider has forgotten, except a process that was frozen at the moment of sending.
const FROZEN_MS = 24 * 3_600_000;
// Some three hundred pages of a slow listing: the payments of two days of a large shop.
const LOOKUP_WITHIN_MS = 60_000;

/** The limits of looking up: what the provider speaks, and for how long it may still act on a key. */
export type LookupLimits = { readonly apiVersion: string; readonly keyWindowMs: number };

/** Looks a charge up by its id where that is known, else in the complete list of all that could be ours. */
export async function lookUpCharge(
  withStripe: WithStripe,
  limits: LookupLimits,
  call: LookupCall<ChargeRequest>,
): Promise<LookupResult> {
  try {
    return await withStripe({ withinMs: LOOKUP_WITHIN_MS }, (stripe) =>
      call.providerId === null
        ? byList(stripe, limits, call)
        : byId(stripe, limits, call.providerId, call.downstreamKey),
    );
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError || error instanceof MalformedList)) throw error;
    return { found: 'cannot_tell', why: sentenceOf(error) };
  }
}

async function byId(
  stripe: Stripe,
  { apiVersion }: LookupLimits,
  id: string,
  downstreamKey: string,
): Promise<LookupResult> {
  // A 404 here is no "absent": the provider told us this id itself.
  const said = await stripe.charges.retrieve(id, {}, { apiVersion });
  const charge = said.lastResponse.statusCode === 200 ? readCharge(said) : undefined;
  if (!charge) return { found: 'cannot_tell', why: `the provider answers for ${id} with something that is no charge` };
  if (!isOf(charge, downstreamKey)) return { found: 'cannot_tell', why: `charge ${id} was made under another key` };
  return asResult(charge);
}

async function byList(
  stripe: Stripe,
  { apiVersion, keyWindowMs }: LookupLimits,
  { downstreamKey, firstCallAt }: LookupCall<ChargeRequest>,
): Promise<LookupResult> {
  const first = firstCallAt.getTime();
  const created = { gte: seconds(first - SKEW_MS), lte: seconds(first + keyWindowMs + FROZEN_MS + SKEW_MS) };
  const ours: Charge[] = [];
  let seen = 0;
  for await (const charge of listCharges(stripe, created, apiVersion)) {
    seen += 1;
    if (isOf(charge, downstreamKey)) ours.push(charge);
  }
  return judge(ours, { charges: seen, created });
}

/** One key has at most one charge that went through; a failed one beside it was an earlier try. */
function judge(ours: readonly Charge[], listed: unknown): LookupResult {
  const alive = ours.filter(({ status }) => status !== 'failed');
  if (alive.length > 1) {
    return { found: 'cannot_tell', why: `several charges carry the key: ${alive.map(({ id }) => id).join(', ')}` };
  }
  const charge = alive[0] ?? ours[0];
  return charge ? asResult(charge) : { found: 'absent', raw: evidence({ listed }) };
}

function asResult(charge: Charge): LookupResult {
  switch (charge.status) {
    case 'succeeded':
      return {
        found: 'succeeded',
        providerId: charge.id,
        amount: { cents: charge.amount, currency: charge.currency.toUpperCase() },
        account: charge.metadata[ON_CHARGE.account] ?? null,
        raw: evidence(charge),
      };
    case 'pending':
      return { found: 'pending', providerId: charge.id, raw: evidence(charge) };
    case 'failed':
      return { found: 'failed', providerId: charge.id, ...failureOf(charge) };
  }
}

const seconds = (atMs: number): number => Math.floor(atMs / 1000);
