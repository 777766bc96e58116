import { z } from 'zod';

const transactionSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  status: z.enum(['submitted', 'pending', 'rejected']),
  payload: z.object({
    escrowId: z.string(),
    amountCents: z.number().int(),
    currency: z.string().length(3),
    accountId: z.string().nullable(),
    beneficiary: z.string().nullable(),
  }),
  submittedAt: z.string(),
});

const refusalSchema = z.object({ error: z.object({ code: z.string(), message: z.string() }) });

/** A transaction as the ledger has it. */
export type Transaction = z.output<typeof transactionSchema>;

/** The transaction of that hash in an answer; undefined when the answer is something else. */
export function readTransaction(said: unknown, hash: string): Transaction | undefined {
  const parsed = transactionSchema.safeParse(said);
  return parsed.success && parsed.data.hash === hash ? parsed.data : undefined;
}

/** The ledger's own words for a refusal; undefined when somebody else answered, such as a proxy. */
export function readRefusal(said: unknown): { code: string; message: string } | undefined {
  const parsed = refusalSchema.safeParse(said);
  return parsed.success ? parsed.data.error : undefined;
}
