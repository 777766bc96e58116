import type { PerformCall, PerformResult } from '../../idempotency/external-operation.ts';
import { evidence } from '../evidence.ts';
import { failureOf, readCharge } from './charge.ts';
import { type ChargeRequest, chargeParameters } from './charge-request.ts';
import type { WithStripe } from './connect.ts';
import { readFailure } from './read-failure.ts';

/** The limits of one call to the card provider. */
export type ChargeLimits = { readonly timeoutMs: number; readonly apiVersion: string };

/** Charges a card once for this downstream key, and says what is known of the outcome. */
export async function performCharge(
  withStripe: WithStripe,
  { timeoutMs, apiVersion }: ChargeLimits,
  { downstreamKey, request, signal }: PerformCall<ChargeRequest>,
): Promise<PerformResult> {
  try {
    const said = await withStripe({ withinMs: timeoutMs, signal }, (stripe) =>
      stripe.charges.create(chargeParameters(request, downstreamKey), { idempotencyKey: downstreamKey, apiVersion }),
    );
    return readAnswer(said, said.lastResponse);
  } catch (error) {
    return readFailure(error);
  }
}

type Response = { readonly statusCode: number; readonly headers: Readonly<Record<string, string | undefined>> };

function readAnswer(said: unknown, response: Response): PerformResult {
  const charge = response.statusCode === 200 ? readCharge(said) : undefined;
  if (!charge) {
    return {
      answer: 'unclear',
      why: `status ${response.statusCode} without a charge`,
      replayedServerError: response.statusCode >= 500 && response.headers['idempotent-replayed'] === 'true',
    };
  }
  switch (charge.status) {
    case 'succeeded':
      return { answer: 'succeeded', providerId: charge.id, raw: evidence(charge) };
    case 'failed':
      return { answer: 'declined', ...failureOf(charge) };
    case 'pending':
      return { answer: 'unclear', why: `charge ${charge.id} is pending`, replayedServerError: false };
  }
}
