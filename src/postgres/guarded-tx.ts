import type { ClientBase } from 'pg';
import type { Prisma } from './generated/client.ts';
import { StandIn, type Target } from './stand-in.ts';
import { standInFor } from './stand-in-for.ts';
import { StatementGuard } from './statement-guard.ts';

/** Prisma's client of one transaction, as it comes. */
export type PrismaTx = Prisma.TransactionClient;

/** What the work of a run gets as `ctx.tx`: Prisma's client of this one transaction. */
export type Tx = Omit<PrismaTx, '$transaction' | '$extends' | '$on' | '$connect' | '$disconnect'>;

/** The connection under a transaction, for the statements that run in it; a connection itself is given back. */
export const connectionOf = (on: Tx | ClientBase): ClientBase =>
  StandIn.is(on) ? StandIn.guardOf(on).connection() : (on as ClientBase);

/** Prisma's transaction client under guard. */
export type GuardedTx = { readonly tx: Tx; readonly guard: StatementGuard };

/** Puts Prisma's transaction client under guard. */
export function guardTx(client: PrismaTx, connection: ClientBase): GuardedTx {
  const guard = new StatementGuard(connection);
  return { tx: standInFor('', client as unknown as Target, guard) as unknown as Tx, guard };
}
