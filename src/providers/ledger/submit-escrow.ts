import type {
  ExternalOperation,
  LookupCall,
  LookupResult,
  PerformCall,
  PerformResult,
} from '../../idempotency/external-operation.ts';
import { evidence, sentenceOf } from '../evidence.ts';
import { whyNeverLeft } from '../never-left.ts';
import { callLedger, type LedgerAnswer } from './call-ledger.ts';
import { type EscrowRequest, escrowPayload, transactionHash } from './escrow-payload.ts';
import { readRefusal, readTransaction } from './transaction.ts';

// The ledger appends one line; even a busy disk is done in well under a second, and the default lease is thrice this.
const TIMEOUT_MS = 10_000;

/** Submitting the release of an escrow to the ledger at `baseUrl`: once for each hash, which the ledger never forgets. */
export function submitEscrow(baseUrl: string): ExternalOperation<EscrowRequest> {
  return {
    provider: 'ledger',
    operation: 'transactions.submit',
    apiVersion: '1',
    timeoutMs: TIMEOUT_MS,
    keyWindowMs: Number.POSITIVE_INFINITY,
    expects: ({ amountCents, currency, accountId }) => ({
      amount: { cents: amountCents, currency },
      account: accountId ?? null,
    }),
    perform: (call) => perform(new URL('/ledger/transactions', baseUrl), call),
    lookup: (call) => lookUp(baseUrl, call),
  };
}

async function perform(
  url: URL,
  { downstreamKey, request, signal }: PerformCall<EscrowRequest>,
): Promise<PerformResult> {
  const hash = transactionHash(downstreamKey, request);
  try {
    const post = { hash, payload: escrowPayload(request) };
    return readSubmission(await callLedger(url, { withinMs: TIMEOUT_MS, signal, post }), hash);
  } catch (error) {
    const neverLeft = whyNeverLeft(error);
    if (neverLeft !== undefined) return { answer: 'never_sent', why: neverLeft };
    return unclear(sentenceOf(error));
  }
}

function readSubmission({ status, body }: LedgerAnswer, hash: string): PerformResult {
  const transaction = status === 200 ? readTransaction(body, hash) : undefined;
  if (transaction?.status === 'submitted') {
    return { answer: 'succeeded', providerId: hash, raw: evidence(transaction) };
  }
  const refusal = readRefusal(body);
  // 422 is the ledger's final no; 409 speaks of the hash, and so does not say what became of it.
  if (status === 422 && refusal) return { answer: 'declined', ...refusal, raw: evidence(body) };
  return unclear(refusal ? `${status}: ${refusal.message}` : `status ${status} without a submitted transaction`);
}

async function lookUp(baseUrl: string, { downstreamKey, request }: LookupCall<EscrowRequest>): Promise<LookupResult> {
  const hash = transactionHash(downstreamKey, request);
  try {
    const url = new URL(`/ledger/transactions/${hash}`, baseUrl);
    return readFound(await callLedger(url, { withinMs: TIMEOUT_MS }), hash);
  } catch (error) {
    return { found: 'cannot_tell', why: sentenceOf(error) };
  }
}

function readFound({ status, body }: LedgerAnswer, hash: string): LookupResult {
  const raw = evidence(body);
  // The hash is the ledger's primary key, so its own "not found" is the whole truth; a proxy's 404 is none.
  if (status === 404 && readRefusal(body)?.code === 'transaction_not_found') return { found: 'absent', raw };
  const transaction = status === 200 ? readTransaction(body, hash) : undefined;
  if (!transaction) return { found: 'cannot_tell', why: `status ${status} without the transaction` };
  switch (transaction.status) {
    case 'submitted': {
      const { amountCents, currency, accountId } = transaction.payload;
      return {
        found: 'succeeded',
        providerId: hash,
        amount: { cents: amountCents, currency },
        account: accountId,
        raw,
      };
    }
    case 'pending':
      return { found: 'pending', providerId: hash, raw };
    case 'rejected':
      return { found: 'failed', providerId: hash, ...REJECTED, raw };
  }
}

/** What the ledger says of a transaction that it will not carry out, at its submission and ever after. */
export const REJECTED = { code: 'transaction_rejected', message: 'The ledger rejected this transaction.' } as const;

const unclear = (why: string): PerformResult => ({ answer: 'unclear', why, replayedServerError: false });
