import { TRPCError } from '@trpc/server';
import type { z } from 'zod';
import { reject } from '../engine/reject.ts';
import type { KeyedRequest } from '../engine/run.ts';
import type { Resource } from '../idempotency/decide-right.ts';
import { type Fingerprint, fingerprintRequest } from '../idempotency/fingerprint.ts';
import { parseKey } from '../idempotency/key.ts';
import { NotCanonicalError } from '../idempotency/not-canonical.ts';
import { type PolicyOptions, policyOf } from '../idempotency/policy.ts';
import type { KeyRefusal } from '../idempotency/reason.ts';
import { keyInBatch } from '../idempotency/refusals.ts';
import { stripDefaults } from '../idempotency/strip-defaults.ts';
import type { Context } from './context.ts';
import { emit } from './emit-result.ts';

/** What one protected mutation may decide for itself. Everything has a default. */
export type ProtectedOptions<Input> = PolicyOptions & {
  /** Selects what defines the intent; the rest of the input may change between retries. Default: all of it. */
  readonly intent?: (input: Input) => unknown;
  /** What the request is about: the desk finds and shows its record by it. */
  readonly resource?: (input: Input) => Resource;
  /** Names what was created, for the desk and for answers that are no longer kept. */
  readonly resourceId?: (answer: never) => string;
};

type Call<Input> = {
  readonly path: string;
  readonly schema: z.ZodType;
  readonly input: Input;
  readonly options: ProtectedOptions<Input>;
};

/** Parses the key and prints the input. Throws the typed refusal of a request that cannot be keyed. */
export function keyedRequest<Input>(
  ctx: Context & { account: { accountId: string; caller: string } },
  call: Call<Input>,
): KeyedRequest {
  const parsed = parseKey(ctx.headers.get('Idempotency-Key'));
  const { account, runtime } = ctx;
  const rejected = (refusal: KeyRefusal) => emit<never>(ctx, reject(runtime.engine, { procedure: call.path }, refusal));
  if (!parsed.ok) return rejected(parsed.refusal);
  if (ctx.callsInRequest > 1 || ctx.isStreamed) return rejected(keyInBatch());
  const { options } = call;
  return {
    scope: account.accountId,
    key: parsed.key,
    procedure: call.path,
    caller: account.caller,
    isRetry: Number(ctx.headers.get('Idempotency-Attempt')) > 1,
    policy: policyOf(call.path, options, runtime.retention),
    resource: options.resource?.(call.input) ?? null,
    fingerprintAt: memoized((version) => printOf(runtime.secret, account.accountId, version, call)),
  };
}

function printOf<Input>(secret: Uint8Array, scope: string, version: number, call: Call<Input>): Fingerprint {
  const { path, schema, input, options } = call;
  try {
    const intent = options.intent ? options.intent(input) : stripDefaults(schema, input);
    return fingerprintRequest({ secret, scope, procedure: path, input: intent }, version);
  } catch (error) {
    if (error instanceof NotCanonicalError)
      throw new TRPCError({ code: 'BAD_REQUEST', message: error.message, cause: error });
    throw error;
  }
}

/** A request is compared and claimed with the same version almost always: print it once. */
function memoized(print: (version: number) => Fingerprint): (version: number) => Fingerprint {
  let last: Fingerprint | undefined;
  return (version) => {
    if (last?.version !== version) last = print(version);
    return last;
  };
}
