import { parseCardToken } from './card-token.ts';
import { CardTokens } from './card-tokens.ts';
import type { Emulator } from './emulator.ts';
import { json, type Verdict } from './http.ts';
import { KeysInUse } from './keys-in-use.ts';
import { outOfOrder, stripeErrors } from './provider-errors.ts';
import { before, runCall } from './run-call.ts';
import type { StripeAnswer } from './stripe-message.ts';
import type { SandboxRequest, World } from './world.ts';

// Stripe's own library always sends a key; somebody with curl need not.
const ANY_TEST_KEY = 'Bearer sk_test_sandbox';

/** The emulated Stripe behind the faults of card tokens and of rules. */
export class Cards {
  readonly #emulator: Emulator;
  readonly #world: World;
  readonly #tokens = new CardTokens();
  readonly #keys = new KeysInUse();
  /** Charges that look-ups may not see yet, until when by performance.now(). */
  readonly #hidden = new Map<string, number>();

  constructor(emulator: Emulator, world: World) {
    this.#emulator = emulator;
    this.#world = world;
  }

  async serve(request: SandboxRequest): Promise<Verdict> {
    const { method, url } = request;
    if (method === 'POST' && url.pathname === '/v1/charges') return this.#charge(request);
    if (method === 'GET' && /^\/v1\/charges(\/[^/]+)?$/.test(url.pathname)) return this.#lookUp(request);
    return asVerdict(await this.#ask(request));
  }

  async #charge(request: SandboxRequest): Promise<Verdict> {
    const key = headerOf(request, 'idempotency-key');
    const token = new URLSearchParams(request.body).get('source');
    if (token !== null && parseCardToken(token).kind === 'unknown') return stripeErrors.unknownToken(token);
    return this.#keys.run(
      key,
      () => this.#chargeOnce(request, key),
      () => {
        this.#world.counts.call('charges', key ?? '');
        return stripeErrors.inUse();
      },
    );
  }

  async #chargeOnce(request: SandboxRequest, key: string | undefined): Promise<Verdict> {
    const count = this.#world.counts.call('charges', key ?? '');
    const parameters = new URLSearchParams(request.body);
    const due = [...this.#world.rules.take('charge', key ?? null), ...this.#tokens.take(parameters, key)];
    return runCall({
      due,
      errors: stripeErrors,
      effect: async ({ declined, hiddenForMs }) => {
        const body = this.#tokens.translate(parameters, declined);
        const answer = await this.#ask({ ...request, body });
        const isNew = answer.status === 200 && !answer.headers['idempotent-replayed'];
        if (isNew) {
          count.effects += 1;
          const { id } = JSON.parse(answer.body) as { id: string };
          if (hiddenForMs > 0) this.#hidden.set(id, performance.now() + hiddenForMs);
        }
        return asVerdict(answer);
      },
    });
  }

  async #lookUp(request: SandboxRequest): Promise<Verdict> {
    // A request without a key is a person who wants to see what is really there.
    if (headerOf(request, 'authorization') === undefined) return withoutFailed(await this.#ask(request));
    this.#world.counts.lookup('charges');
    const early = await before(this.#world.rules.take('charge_lookup', null), {
      ...stripeErrors,
      serverError: outOfOrder,
    });
    if (early) return early;
    const answer = await this.#ask(request);
    return this.#holdsHidden(answer.body) ? outOfOrder() : asVerdict(answer);
  }

  #holdsHidden(body: string): boolean {
    for (const [id, untilMs] of this.#hidden) {
      if (untilMs <= performance.now()) this.#hidden.delete(id);
      else if (body.includes(`"${id}"`)) return true;
    }
    return false;
  }

  #ask({ method, url, headers, body }: SandboxRequest): Promise<StripeAnswer> {
    const path = `${url.pathname}${url.search}`;
    return this.#emulator.ask({ method, path, headers: { authorization: ANY_TEST_KEY, ...headers }, body });
  }
}

const asVerdict = (answer: StripeAnswer): Verdict => ({ kind: 'answer', ...answer });

/** Somebody without a key asks what was really charged; Stripe's own list also has the charges that failed. */
function withoutFailed(answer: StripeAnswer): Verdict {
  if (answer.status !== 200) return asVerdict(answer);
  const list = JSON.parse(answer.body) as { data?: { status: string }[] };
  return json(200, list.data ? { ...list, data: list.data.filter(({ status }) => status !== 'failed') } : list);
}

function headerOf({ headers }: SandboxRequest, name: 'authorization' | 'idempotency-key'): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
