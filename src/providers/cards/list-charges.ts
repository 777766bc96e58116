import type Stripe from 'stripe';
import { z } from 'zod';
import { type Charge, readCharge } from './charge.ts';

// The most that the provider gives at once.
const PAGE = 100;

// The SDK's own paging takes an answer without `has_more` for the last page, and any status for a success.
const pageSchema = z.object({ object: z.literal('list'), data: z.array(z.unknown()), has_more: z.boolean() });

/** An answer that cannot be read, so that nobody knows what the list holds. */
export class MalformedList extends Error {
  override name = 'MalformedList';
}

/** Every charge created in a span of time, the newest first, page by page to the end. Throws MalformedList and the SDK's errors. */
export async function* listCharges(
  stripe: Stripe,
  created: { readonly gte: number; readonly lte: number },
  apiVersion: string,
): AsyncGenerator<Charge> {
  for (let after: string | undefined; ; ) {
    const said = await stripe.charges.list(
      { created, limit: PAGE, ...(after === undefined ? {} : { starting_after: after }) },
      { apiVersion },
    );
    const page = pageSchema.safeParse(said);
    const status = said.lastResponse.statusCode;
    if (status !== 200 || !page.success) throw new MalformedList(`status ${status} without a list of charges`);
    const charges = page.data.data.map(readCharge);
    for (const charge of charges) {
      // One that cannot be read might be the one that is looked for.
      if (!charge) throw new MalformedList('the list of charges holds something that is no charge');
      yield charge;
    }
    if (!page.data.has_more) return;
    after = charges.at(-1)?.id;
    if (after === undefined) throw new MalformedList('an empty page of charges that says there are more');
  }
}
