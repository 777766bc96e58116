import Stripe from 'stripe';
import type { PerformResult } from '../../idempotency/external-operation.ts';
import { evidence, sentenceOf } from '../evidence.ts';
import { whyNeverLeft } from '../never-left.ts';

/** What a failed charge call means (https://docs.stripe.com/error-low-level). Throws what is not the provider's doing. */
export function readFailure(error: unknown): PerformResult {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const neverLeft = whyNeverLeft(causeOf(error));
  if (neverLeft !== undefined) return { answer: 'never_sent', why: neverLeft };
  if (isAboutTheKey(error)) return unclear(error);
  if (isTurnedAwayAtTheDoor(error)) return { answer: 'never_sent', why: sentenceOf(error) };
  if (isFinal(error)) {
    return {
      answer: 'declined',
      code: error.code ?? error.rawType ?? 'refused',
      message: sentenceOf(error),
      raw: evidence(factsOf(error)),
    };
  }
  return unclear(error);
}

/** What the SDK found out about a failure, without the request and the headers. */
export function factsOf({
  type,
  code,
  decline_code,
  message,
  statusCode,
  requestId,
  charge,
}: Stripe.errors.StripeError) {
  return { type, code, decline_code, message, statusCode, requestId, charge };
}

/** The SDK notes what broke a connection in `detail`. */
const causeOf = (error: Stripe.errors.StripeError): unknown => error.detail;

/** "In use": the first call still runs. "Parameters differ": the key has had another. Neither says how that one ended. */
function isAboutTheKey(error: Stripe.errors.StripeError): boolean {
  return (
    error instanceof Stripe.errors.StripeIdempotencyError ||
    error.rawType === 'idempotency_error' ||
    error.code === 'idempotency_key_in_use' ||
    error.statusCode === 409
  );
}

/** No valid API key, or too many calls: answered before the call is looked at. A lock's timeout comes later than that. */
function isTurnedAwayAtTheDoor(error: Stripe.errors.StripeError): boolean {
  return (
    error.statusCode === 401 || error.statusCode === 403 || (error.statusCode === 429 && error.code !== 'lock_timeout')
  );
}

/** The card or the request is refused for good. A token that is used up may have been used by our own first call. */
function isFinal(error: Stripe.errors.StripeError): boolean {
  if (error.code === 'token_already_used' || error.code === 'lock_timeout') return false;
  return error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
}

function unclear(error: Stripe.errors.StripeError): PerformResult {
  const serverError = (error.statusCode ?? 0) >= 500;
  return {
    answer: 'unclear',
    why: sentenceOf(error),
    replayedServerError: serverError && error.headers?.['idempotent-replayed'] === 'true',
  };
}
