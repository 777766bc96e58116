import { Refusal } from '../idempotency/refusal.ts';

/** Thrown inside the transaction to roll it back: the work ended in a final refusal. Never leaves the engine. */
export class RefusedWork extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** The work used `ctx.tx` against its rules: a bug of its author. Rolled back, nothing stored. */
export class MisusedTx extends Error {}

/** The run took longer than it may. Rolled back, nothing stored, the same key is safe. */
export class RunTooLong extends Error {
  constructor(runMs: number) {
    super(`The run took longer than ${runMs} ms and was rolled back. Shorten the work, or move calls out of it.`);
  }
}

/** What the work gave: a refusal that it threw counts as one that it returned. */
export async function resultOf<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}
