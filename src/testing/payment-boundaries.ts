import type { Intent, PaymentShop } from './payments.ts';
import type { PgProxy } from './pg-proxy/proxy.ts';
import type { Statement } from './pg-proxy/statement.ts';
import { holdAt } from './placement-boundaries.ts';

/** A stop on the way of one payment. */
export type Stop = {
  /** Resolves when the payment waits there. */
  readonly reached: Promise<unknown>;
  /** What is held goes on, or what the provider holds is dropped where the place says so. */
  release(): Promise<void>;
  /**
   * The same after the process was killed: what it had sent to the provider goes on. A statement of it does not: the proxy
   * may hear of the client's end later than we do, and would send what it holds, a COMMIT behind it included.
   */
  releaseKilled(): Promise<void>;
};

/** A place in a payment at which its process can be killed. */
export type PaymentBoundary = {
  /** The part of the payment, in the words of the documentation. */
  readonly phase: string;
  readonly place: string;
  /** False as long as nobody but the client knows of the payment. */
  readonly isClaimed: boolean;
  stop(shop: PaymentShop, proxy: PgProxy, intent: Intent): Promise<Stop>;
};

/** The parts of a payment, each but the last ended by a commit. */
const PHASES = ['claim', 'take the right', 'intent', 'reference', 'finish'] as const;

/** What the statements of the engine do, by something that only they hold. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/FROM\s+public\.api_key/, 'read the API key'],
  [/INSERT INTO public\.idempotency_record/, 'claim and commit'],
  [/input_version AS "inputVersion"/, 'read the run'],
  [/UPDATE public\.idempotency_record\s+SET lease_expires_at|\bproved\b/, 'prove ownership'],
  [/INSERT INTO public\.run_step/, 'keep the step'],
  [/INSERT INTO public\.external_reference/, 'write the intent'],
  [/^\s*UPDATE public\.external_reference/, 'settle the reference'],
  [/state = 'COMPLETED'/, 'complete the record'],
  [/INSERT INTO public\.record_event/, 'note the event'],
  [/^SELECT .*"public"\."order"/, 'read the order'],
  [/^INSERT INTO "public"\."payment"/, 'insert the payment'],
  [/^UPDATE "public"\."payment"/, 'payment succeeded'],
  [/^UPDATE "public"\."order"/, 'order paid'],
];

const wordsOf = (sql: string): string =>
  WORDS.find(([pattern]) => pattern.test(sql))?.[1] ?? sql.trim().replaceAll(/\s+/g, ' ').slice(0, 40);

/** Before and after each statement of a payment, from the proxy's log of one, and before and after the provider's effect. */
export const paymentBoundaries = (statements: readonly Statement[]): PaymentBoundary[] => {
  const claim = statements.findIndex(({ sql }) => wordsOf(sql) === 'claim and commit');
  let phase = 0;
  return statements.flatMap(({ sql }, index) => {
    const nth = statements.slice(0, index + 1).filter((other) => other.sql === sql).length;
    const at = (side: 'before' | 'after'): PaymentBoundary => ({
      phase: PHASES[phase] ?? 'after',
      place: `${side} "${wordsOf(sql)}"`,
      isClaimed: index > claim || (index === claim && side === 'after'),
      stop: async (_shop, proxy) => {
        const held = holdAt(proxy, { name: '', side, matcher: (seen) => seen.sql === sql, nth, committed: 'no' });
        return { reached: held.reached, release: async () => held.release(), releaseKilled: async () => {} };
      },
    });
    const both = [at('before'), at('after')];
    if (index !== claim && sql !== 'COMMIT') return both;
    phase += 1;
    return PHASES[phase - 1] === 'intent' ? [...both, ...AT_PROVIDER] : both;
  });
};

const atProvider = (place: string, hold: 'hold_before' | 'hold_after', drop: boolean): PaymentBoundary => ({
  phase: 'provider',
  place,
  isClaimed: true,
  stop: async (shop, _proxy, intent) => {
    const fault = await shop.sandbox.fault({ on: 'charge', do: hold, key: shop.chargeKey(intent) });
    const release = () => fault.release({ drop });
    return { reached: fault.held(), release, releaseKilled: release };
  },
});

const AT_PROVIDER: readonly PaymentBoundary[] = [
  atProvider('request received, and lost there', 'hold_before', true),
  atProvider('request received, and carried out after the kill', 'hold_before', false),
  atProvider('charged, and the answer not yet sent', 'hold_after', true),
];
