import { Journal } from './journal.ts';

/** A transaction of the escrow ledger. */
export type LedgerTransaction = {
  readonly hash: string;
  readonly status: 'submitted' | 'rejected';
  readonly payload: Readonly<Record<string, unknown>>;
  /** ISO 8601, by the sandbox's clock. */
  readonly submittedAt: string;
};

/** An append-only ledger: each hash names one transaction, for good. */
export class Ledger {
  readonly #journal: Journal<LedgerTransaction>;
  readonly #byHash = new Map<string, LedgerTransaction>();

  /** Opens the ledger in a file and reads what it has. */
  constructor(file: string) {
    this.#journal = new Journal(file);
    for (const transaction of this.#journal.lines) this.#byHash.set(transaction.hash, transaction);
  }

  /** The transaction of this hash, made now unless it is there; it is on the disk when this returns. */
  submit(transaction: Omit<LedgerTransaction, 'submittedAt'>): { transaction: LedgerTransaction; isNew: boolean } {
    const known = this.#byHash.get(transaction.hash);
    if (known) return { transaction: known, isNew: false };
    const made = { ...transaction, submittedAt: new Date().toISOString() };
    this.#journal.append(made);
    this.#byHash.set(made.hash, made);
    return { transaction: made, isNew: true };
  }

  find(hash: string): LedgerTransaction | undefined {
    return this.#byHash.get(hash);
  }

  /** What was really submitted, the oldest first. */
  submitted(): readonly LedgerTransaction[] {
    return [...this.#byHash.values()].filter(({ status }) => status === 'submitted');
  }

  close(): void {
    this.#journal.close();
  }
}
