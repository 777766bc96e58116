import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { json, type Verdict } from './http.ts';
import { KeysInUse } from './keys-in-use.ts';
import type { Ledger, LedgerTransaction } from './ledger.ts';
import { ledgerErrors, outOfOrder } from './provider-errors.ts';
import { before, runCall } from './run-call.ts';
import type { SandboxRequest, World } from './world.ts';

const submissionSchema = z.object({
  hash: z.string().regex(/^[0-9a-f]{64}$/, 'hash: 64 hexadecimal digits expected'),
  payload: z.record(z.string(), z.unknown()),
});

type Submission = z.output<typeof submissionSchema>;

/** The ledger's HTTP side, behind the faults of rules. */
export class Escrows {
  readonly #ledger: Ledger;
  readonly #world: World;
  readonly #hashes = new KeysInUse();

  constructor(ledger: Ledger, world: World) {
    this.#ledger = ledger;
    this.#world = world;
  }

  async serve({ method, url, body }: SandboxRequest): Promise<Verdict> {
    const hash = /^\/ledger\/transactions\/([^/]+)$/.exec(url.pathname)?.[1];
    if (method === 'GET' && hash !== undefined) return this.#lookUp(hash);
    if (url.pathname !== '/ledger/transactions')
      return json(404, { error: { code: 'no_such_path', message: url.pathname } });
    if (method === 'GET') return json(200, { transactions: this.#ledger.submitted() });
    if (method !== 'POST') return json(405, { error: { code: 'method_not_allowed', message: method } });
    const submission = parseSubmission(body);
    if ('error' in submission) return json(400, submission);
    return this.#submit(submission);
  }

  #submit(submission: Submission): Promise<Verdict> {
    const count = this.#world.counts.call('escrows', submission.hash);
    const once = async (): Promise<Verdict> =>
      runCall({
        due: this.#world.rules.take('escrow', submission.hash),
        errors: ledgerErrors,
        effect: async ({ declined }) => {
          const { transaction, isNew } = this.#ledger.submit({
            ...submission,
            status: declined ? 'rejected' : 'submitted',
          });
          if (isNew && !declined) count.effects += 1;
          return isDeepStrictEqual(transaction.payload, submission.payload)
            ? answerWith(transaction, isNew)
            : ledgerErrors.differs();
        },
      });
    return this.#hashes.run(submission.hash, once, ledgerErrors.inUse);
  }

  async #lookUp(hash: string): Promise<Verdict> {
    this.#world.counts.lookup('escrows');
    const due = this.#world.rules.take('escrow_lookup', hash);
    const early = await before(due, { ...ledgerErrors, serverError: outOfOrder });
    if (early) return early;
    const transaction = this.#ledger.find(hash);
    return transaction
      ? json(200, transaction)
      : json(404, { error: { code: 'transaction_not_found', message: `no transaction ${hash}` } });
  }
}

function answerWith(transaction: LedgerTransaction, isNew: boolean): Verdict {
  const headers: Record<string, string> = isNew ? {} : { 'idempotent-replayed': 'true' };
  if (transaction.status === 'submitted') return json(200, transaction, headers);
  const error = { code: 'transaction_rejected', message: 'The ledger rejected this transaction.' };
  return json(422, { error }, headers);
}

function parseSubmission(body: string): Submission | { error: { code: string; message: string } } {
  let said: unknown;
  try {
    said = JSON.parse(body);
  } catch {
    return { error: { code: 'invalid', message: 'The body is no JSON.' } };
  }
  const parsed = submissionSchema.safeParse(said);
  return parsed.success ? parsed.data : { error: { code: 'invalid', message: z.prettifyError(parsed.error) } };
}
