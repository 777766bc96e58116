import type { PooledClient } from '../postgres/checkout.ts';
import type { Database } from '../postgres/database.ts';
import { interrupt } from '../postgres/give-up.ts';
import { guardTx, type PrismaTx, type Tx } from '../postgres/guarded-tx.ts';
import { withDeadline } from './deadline.ts';
import { MisusedTx, RunTooLong } from './work-failure.ts';

/** The author's part of a body: it may use `tx` until it returns, and not after. */
export type RunWork = <T>(work: (tx: Tx) => Promise<T>, runMs: number) => Promise<T>;

/**
 * Runs the work, then closes its transaction for it: however it ended, no statement may be sent from here on, and one that
 * is on its way would run after ROLLBACK, outside of any transaction. Work that broke the rules of its connection fails,
 * also where it swallowed that.
 */
export const runWorkOn =
  (prismaTx: PrismaTx, client: PooledClient, { watchNetwork }: Pick<Database, 'watchNetwork'>): RunWork =>
  async (work, runMs) => {
    const { tx, guard } = guardTx(prismaTx, client);
    client.beginTurn();
    const [ended] = await Promise.allSettled([
      (async () =>
        withDeadline(
          watchNetwork(() => work(tx)),
          runMs,
        ))(),
    ]);
    guard.seal();
    const unsettled = guard.unsettled();
    const isTooLong = ended.status === 'rejected' && ended.reason instanceof RunTooLong;
    if (isTooLong) await interrupt(client, guard.drained());
    else if (unsettled.length > 0) await guard.drained();
    const misuse = await client.endTurn(guard.usedRawSql);
    if (misuse && !isTooLong) throw misuse;
    if (ended.status === 'rejected') throw ended.reason;
    if (unsettled.length > 0) throw new MisusedTx(unawaited(unsettled));
    return ended.value;
  };

const unawaited = (labels: readonly string[]): string =>
  `The work ended before these statements of ctx.tx had: ${labels.join(', ')}. Await each; nothing was stored.`;
