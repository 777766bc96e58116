import type { ClientBase } from 'pg';
import type { Prisma } from './generated/client.ts';

/** Prisma's client of one transaction, as it comes. */
export type PrismaTx = Prisma.TransactionClient;

/** What the work of a run gets as `ctx.tx`: Prisma's client of this one transaction. */
export type Tx = Omit<PrismaTx, '$transaction' | '$extends' | '$on' | '$connect' | '$disconnect'>;

type Statement = { readonly label: string; settled: Promise<unknown> | null };

/** Keeps count of the statements of one run, so that none is forgotten and none comes late. */
export type TxGuard = {
  readonly tx: Tx;
  /** From here on every use of `tx` throws. */
  seal(): void;
  /** Names of statements that were created and never awaited, or that still run. */
  unsettled(): string[];
  /** Resolves when no statement is on its way any more; the server's own bounds end each. */
  drained(): Promise<void>;
};

/** Under which a guarded transaction has its connection, or null once it is sealed. No module but this one can name it. */
const CONNECTION = Symbol('connection');

/** The connection under a transaction, for the statements that run in it; a connection itself is given back. */
export function connectionOf(on: Tx | ClientBase): ClientBase {
  const connection = (on as { readonly [CONNECTION]?: ClientBase | null })[CONNECTION];
  if (connection === null) throw new Error('A statement was sent on ctx.tx after the run had ended.');
  return connection ?? (on as ClientBase);
}

/** Wraps Prisma's transaction client. Prisma's promises are lazy: what is never awaited is never even sent. */
export function guardTx(client: PrismaTx, connection: ClientBase): TxGuard {
  const statements = new Set<Statement>();
  let sealed = false;

  const assertOpen = (label: string): void => {
    if (sealed)
      throw new Error(`ctx.tx.${label} was called after the run had ended; its statements must be awaited in it.`);
  };

  const track = (label: string, value: unknown): unknown => {
    if (!isThenable(value)) return value;
    const statement: Statement = { label, settled: null };
    statements.add(statement);
    return new Proxy(value, {
      get(target, property) {
        const member: unknown = Reflect.get(target, property);
        if (typeof member !== 'function') return member;
        if (property === 'then' || property === 'catch' || property === 'finally') {
          return (...args: unknown[]) => {
            if (statement.settled === null) assertOpen(label);
            dispatch(statement, target);
            return Reflect.apply(member, target, args);
          };
        }
        return (...args: unknown[]) => {
          statements.delete(statement);
          return track(`${label}.${String(property)}`, Reflect.apply(member, target, args));
        };
      },
    });
  };

  const dispatch = (statement: Statement, target: PromiseLike<unknown>): void => {
    if (statement.settled !== null) return;
    const forget = () => statements.delete(statement);
    statement.settled = Promise.resolve(target.then(forget, forget));
  };

  const wrap = <T extends object>(target: T, prefix: string): T => {
    const seen = new Map<string, unknown>();
    return new Proxy(target, {
      get(_target, property) {
        if (property === CONNECTION) return sealed ? null : connection;
        const member: unknown = Reflect.get(target, property);
        if (typeof property !== 'string' || member === null) return member;
        const known = seen.get(property);
        if (known !== undefined) return known;
        const label = `${prefix}${property}`;
        const wrapped =
          typeof member === 'function'
            ? (...args: unknown[]) => {
                assertOpen(label);
                return track(label, Reflect.apply(member, target, args));
              }
            : typeof member === 'object'
              ? wrap(member, `${label}.`)
              : member;
        seen.set(property, wrapped);
        return wrapped;
      },
    });
  };

  return {
    tx: wrap(client, ''),
    seal: () => {
      sealed = true;
    },
    unsettled: () => [...statements].map(({ label }) => label),
    drained: async () => {
      await Promise.all([...statements].map(({ settled }) => settled));
    },
  };
}

const isThenable = (value: unknown): value is PromiseLike<unknown> & object =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
