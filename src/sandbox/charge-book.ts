import { AccountData } from 'stripe-stateful-mock/dist/api/AccountData.js';
import { Journal } from './journal.ts';
import type { StripeAnswer, StripeRequest } from './stripe-message.ts';

/** Keeps on the disk what the emulator has only in memory: a provider does not forget charges when it restarts. */
export type ChargeBook = {
  /** Writes down the charge and the remembered key that a request left behind. */
  keep(request: StripeRequest, answer: StripeAnswer): void;
};

type Thing = { readonly id: string; readonly created: number };
type Shelf = AccountData<Thing>;
type Line = { readonly charge: Thing | null; readonly request: Thing | null };

// The account of every request that names no other; requests for connected accounts are not kept.
const ACCOUNT = 'acct_default';

/** Opens the book and puts what it remembers into the emulator; `probe` makes the emulator look into its memory. */
export async function openChargeBook(file: string, probe: () => Promise<unknown>): Promise<ChargeBook> {
  const { charges, requests } = await findShelves(probe);
  const journal = new Journal<Line>(file);
  for (const charge of lastOfEach(journal.lines.map((line) => line.charge))) charges.put(ACCOUNT, charge);
  for (const request of lastOfEach(journal.lines.map((line) => line.request))) requests.put(ACCOUNT, request);
  return {
    keep: ({ method, path, headers }, answer) => {
      if (answer.headers['idempotent-replayed']) return;
      const charge = charges.get(ACCOUNT, chargeIn(answer.body) ?? '');
      const request = requests.get(ACCOUNT, `(${method})(${path.split('?')[0]})(${headers['idempotency-key']})`);
      if (charge || request) journal.append({ charge, request });
    },
  };
}

/** The emulator hides its memory in its modules; a look at what a request reads finds it. */
async function findShelves(probe: () => Promise<unknown>): Promise<{ charges: Shelf; requests: Shelf }> {
  const own = AccountData.prototype as Shelf;
  const { getAll, contains } = own;
  let charges: Shelf | undefined;
  let requests: Shelf | undefined;
  own.getAll = function (this: Shelf, account) {
    charges ??= this;
    return getAll.call(this, account);
  };
  own.contains = function (this: Shelf, account, id) {
    requests ??= this;
    return contains.call(this, account, id);
  };
  await probe();
  Object.assign(own, { getAll, contains });
  if (!charges || !requests) throw new Error('stripe-stateful-mock keeps its charges elsewhere than expected');
  return { charges, requests };
}

/** A charge that was changed later stands there twice; the emulator takes each id once. */
const lastOfEach = (things: readonly (Thing | null)[]): Iterable<Thing> =>
  new Map(things.flatMap((thing) => (thing ? [[thing.id, thing] as const] : []))).values();

/** A made charge is the answer; a failed one is named in the error. */
function chargeIn(body: string): string | undefined {
  try {
    const said = JSON.parse(body) as { id?: string; error?: { charge?: string } };
    return said.id ?? said.error?.charge;
  } catch {
    return undefined;
  }
}
