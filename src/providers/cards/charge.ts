import { z } from 'zod';
import { evidence } from '../evidence.ts';
import { ON_CHARGE } from './charge-request.ts';

// Parsed, because the SDK passes on whatever JSON a proxy or an emulator answers, even beside a status of 500.
const chargeSchema = z.object({
  id: z.string().startsWith('ch_').or(z.string().startsWith('py_')),
  object: z.literal('charge'),
  amount: z.number().int(),
  currency: z.string().length(3),
  status: z.enum(['succeeded', 'pending', 'failed']),
  created: z.number().int(),
  paid: z.boolean(),
  captured: z.boolean(),
  refunded: z.boolean(),
  failure_code: z.string().nullish(),
  failure_message: z.string().nullish(),
  metadata: z.record(z.string(), z.string()).default({}),
});

/** A charge as the provider has it, without what the evidence must not keep: the card, its holder, the receipt. */
export type Charge = z.output<typeof chargeSchema>;

/** The charge in an answer; undefined when the answer is something else. */
export function readCharge(said: unknown): Charge | undefined {
  const parsed = chargeSchema.safeParse(said);
  return parsed.success ? parsed.data : undefined;
}

/** True for a charge that was made with this downstream key. */
export const isOf = (charge: Charge, downstreamKey: string): boolean =>
  charge.metadata[ON_CHARGE.key] === downstreamKey;

/** Why a charge failed, in the words in which a declined call is answered. */
export function failureOf(charge: Charge): { code: string; message: string; raw: string } {
  return {
    code: charge.failure_code ?? 'card_declined',
    message: charge.failure_message ?? 'Your card was declined.',
    raw: evidence(charge),
  };
}
