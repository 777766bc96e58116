import { TRPCError } from '@trpc/server';
import type { z } from 'zod';
import { reject } from '../engine/reject.ts';
import type { KeyedRequest } from '../engine/run.ts';
import { canonicalize } from '../idempotency/canonical.ts';
import { copyInput, NotCopyableError } from '../idempotency/copy-input.ts';
import type { Resource } from '../idempotency/decide-right.ts';
import { CURRENT_VERSION, type Fingerprint, fingerprintRequest } from '../idempotency/fingerprint.ts';
import { parseKey } from '../idempotency/key.ts';
import { NotCanonicalError } from '../idempotency/not-canonical.ts';
import { type PolicyOptions, policyOf } from '../idempotency/policy.ts';
import type { KeyRefusal } from '../idempotency/reason.ts';
import { keyInBatch } from '../idempotency/refusals.ts';
import { sentPart } from '../idempotency/sent-part.ts';
import { stripDefaults } from '../idempotency/strip-defaults.ts';
import type { Context } from './context.ts';
import { emit } from './emit-result.ts';
import { warnOfKey } from './warn-of-key.ts';

/** What one protected mutation may decide for itself. Everything has a default. */
export type ProtectedOptions<Input> = PolicyOptions & {
  /** Selects what defines the intent, at once; the rest of the input may change between retries. Default: all that was sent. */
  readonly intent?: (input: Input) => unknown;
  /** Paths that this procedure had before: keys that were used there are answered here. */
  readonly formerly?: readonly string[];
  /** What the request is about: the desk finds and shows its record by it. */
  readonly resource?: (input: Input) => Resource;
  /** Names what was created, for the desk and for answers that are no longer kept. */
  readonly resourceId?: (answer: never) => string;
};

type Call<Input> = {
  readonly path: string;
  readonly schema: z.ZodType;
  /** As it was sent. */
  readonly raw: unknown;
  /** What the schema made of it. */
  readonly input: Input;
  readonly options: ProtectedOptions<Input>;
};

/**
 * Parses the key and takes the fingerprint. `copyOfInput` gives each try of the work an input of its own, so that nothing
 * which the work does to it reaches the fingerprint or another try. Throws the typed refusal of a request that cannot be keyed.
 */
export function keyedRequest<Input>(
  ctx: Context & { account: { accountId: string; caller: string } },
  call: Call<Input>,
): { readonly request: KeyedRequest; readonly copyOfInput: () => Input } {
  const parsed = parseKey(ctx.headers.get('Idempotency-Key'));
  const { account, runtime } = ctx;
  const rejected = (refusal: KeyRefusal) => emit<never>(ctx, reject(runtime.engine, { procedure: call.path }, refusal));
  if (!parsed.ok) return rejected(parsed.refusal);
  if (ctx.callsInRequest > 1 || ctx.isStreamed) return rejected(keyInBatch());
  warnOfKey(parsed.key, call.path);
  const { options } = call;
  const { fingerprintAt, copyOfInput } = told(() => frozen({ secret: runtime.secret, scope: account.accountId }, call));
  const request: KeyedRequest = {
    scope: account.accountId,
    key: parsed.key,
    procedure: call.path,
    formerly: options.formerly ?? [],
    caller: account.caller,
    isRetry: Number(ctx.headers.get('Idempotency-Attempt')) > 1,
    policy: policyOf(call.path, options, runtime.retention),
    resource: options.resource?.(copyOfInput()) ?? null,
    fingerprintAt,
  };
  return { request, copyOfInput };
}

/** Takes the fingerprint now, and keeps a private copy for what is asked later: other versions, former paths, more tries. */
function frozen<Input>(of: { readonly secret: Uint8Array; readonly scope: string }, call: Call<Input>) {
  const { path, schema, raw, options } = call;
  const { intent } = options;
  const own = copyInput(call.input);
  const counted = intent ? selected(path, intent(copyInput(own))) : sentPart(schema, raw, own);
  const sent = formOrNone(raw);
  const at = (version: number, procedure: string): Fingerprint => {
    const input = version === 1 && !intent ? stripDefaults(schema, own) : counted;
    return fingerprintRequest({ ...of, procedure, input, sent }, version);
  };
  const present = at(CURRENT_VERSION, path);
  return {
    copyOfInput: () => copyInput(own),
    fingerprintAt: (version: number, procedure = path) =>
      version === CURRENT_VERSION && procedure === path ? present : at(version, procedure),
  };
}

/** What an `intent` selected. A promise or nothing would be one intent for all requests. */
function selected(path: string, value: unknown): unknown {
  const found = value === undefined ? 'nothing' : value instanceof Promise ? 'a promise' : null;
  if (found === null) return value;
  if (value instanceof Promise) value.catch(() => undefined);
  throw new Error(
    `The intent of ${path} gave ${found}: it has to select, at once, the part of the input that defines what is meant.`,
  );
}

/** A request that was never on a wire may hold what has no canonical form. */
function formOrNone(raw: unknown): string | null {
  try {
    return canonicalize(raw);
  } catch (error) {
    if (error instanceof NotCanonicalError) return null;
    throw error;
  }
}

/** An input that cannot be compared, or not be copied, is told to the caller by the way to it. */
function told<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotCanonicalError || error instanceof NotCopyableError)
      throw new TRPCError({ code: 'BAD_REQUEST', message: error.message, cause: error });
    throw error;
  }
}
