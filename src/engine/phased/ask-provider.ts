import type {
  ExternalOperation,
  LookupCall,
  LookupResult,
  PerformCall,
  PerformResult,
} from '../../idempotency/external-operation.ts';

/** Makes a call. What the provider says can be stored. */
export const performCall = async <Request>(
  operation: ExternalOperation<Request>,
  call: PerformCall<Request>,
): Promise<PerformResult> => storable(await operation.perform(call));

/** Looks a call up. What the provider says can be stored. */
export const lookUp = async <Request>(
  operation: ExternalOperation<Request>,
  call: LookupCall<Request>,
): Promise<LookupResult> => storable(await operation.lookup(call));

/**
 * The same result, its text without NUL, which PostgreSQL's text does not hold (manual, "Character Types"): an effect or a
 * decline must never be lost because a message about it cannot be written.
 */
const storable = <Result extends object>(result: Result): Result =>
  Object.fromEntries(
    Object.entries(result).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\u0000', '\ufffd') : value,
    ]),
  ) as Result;
