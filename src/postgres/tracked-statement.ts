import { StandIn, type Target } from './stand-in.ts';
import type { StatementGuard } from './statement-guard.ts';

type Settle = ((value: unknown) => unknown) | null | undefined;

/** Stands for one of Prisma's promises. They are lazy: what is never awaited is never even sent. */
class TrackedStatement extends StandIn {
  readonly #statement: { readonly label: string; sent: PromiseLike<unknown> | null };

  constructor(label: string, target: Target, guard: StatementGuard) {
    super(guard, target);
    this.#statement = { label, sent: null };
    guard.add(this.#statement);
  }

  /** Another one takes its place. One that was sent is still on its way. */
  static replace(tracked: TrackedStatement): void {
    if (tracked.#statement.sent === null) StandIn.guardOf(tracked).forget(tracked.#statement);
  }

  // biome-ignore lint/suspicious/noThenProperty: it stands for a promise.
  then(onFulfilled?: Settle, onRejected?: Settle): Promise<unknown> {
    const statement = this.#statement;
    const promise = StandIn.targetOf(this) as unknown as Promise<unknown>;
    if (statement.sent !== null) return promise.then(onFulfilled, onRejected);
    const guard = StandIn.guardOf(this);
    guard.assertOpen(statement.label);
    // Again, if a relation had taken its place.
    guard.add(statement);
    statement.sent = promise;
    // Told to who asked first, on the way: a promise of the guard's own costs each statement four more.
    return promise.then(
      (value) => {
        guard.forget(statement);
        return typeof onFulfilled === 'function' ? onFulfilled(value) : value;
      },
      (error) => {
        guard.forget(statement);
        if (typeof onRejected === 'function') return onRejected(error);
        throw error;
      },
    );
  }

  catch(onRejected?: Settle): Promise<unknown> {
    return this.then(undefined, onRejected);
  }

  finally(onEnded?: (() => void) | null): Promise<unknown> {
    return this.then().finally(onEnded);
  }

  get [Symbol.toStringTag](): string {
    return 'PrismaPromise';
  }
}

type Kind = new (label: string, target: Target, guard: StatementGuard) => TrackedStatement;

const kinds = new Map<string, Kind>();

/** What the call `label` gave back: a statement is tracked from here on, anything else is let through. */
export function track(guard: StatementGuard, label: string, value: unknown): unknown {
  if (typeof (value as Target | null | undefined)?.then !== 'function') return value;
  const target = value as Target;
  const kind = kinds.get(label) ?? kindOf(label, target);
  return new kind(label, target, guard);
}

/** A relation that is asked of a statement (`findUnique().posts()`) takes its place. */
function kindOf(label: string, sample: Target): Kind {
  const kind = class extends TrackedStatement {};
  for (const name of Object.getOwnPropertyNames(sample)) {
    if (name in kind.prototype || typeof sample[name] !== 'function') continue;
    Object.defineProperty(kind.prototype, name, {
      value(this: TrackedStatement, ...args: unknown[]): unknown {
        TrackedStatement.replace(this);
        return track(StandIn.guardOf(this), `${label}.${name}`, StandIn.call(this, name, args));
      },
    });
  }
  kinds.set(label, kind);
  return kind;
}
