import type { StatementGuard } from './statement-guard.ts';

/** One of Prisma's objects, taken by its members' names. */
export type Target = Readonly<Record<string, unknown>>;

/**
 * Stands for one of Prisma's objects during one run. Its members are made once per kind of object and process: proxies made
 * for every run cost a quarter of what protection costs in Node (one insert, 40 interleaved rounds).
 */
export class StandIn {
  readonly #guard: StatementGuard;
  readonly #target: Target;

  constructor(guard: StatementGuard, target: Target) {
    this.#guard = guard;
    this.#target = target;
  }

  static guardOf(standIn: StandIn): StatementGuard {
    return standIn.#guard;
  }

  static targetOf(standIn: StandIn): Target {
    return standIn.#target;
  }

  /** Calls a method of the object that it stands for. */
  static call(standIn: StandIn, name: string, args: readonly unknown[]): unknown {
    return (standIn.#target[name] as (...args: readonly unknown[]) => unknown)(...args);
  }

  /** Is it one? Everything else is not under guard. */
  static is(value: object): value is StandIn {
    return #guard in value;
  }
}
