import { StandIn, type Target } from './stand-in.ts';
import type { StatementGuard } from './statement-guard.ts';
import { track } from './tracked-statement.ts';

type Kind = new (guard: StatementGuard, target: Target) => StandIn;

const kinds = new Map<string, Kind>();

/** Stands for the object at `path`: '' is the client of a transaction, 'order.' a model of it. */
export function standInFor(path: string, target: Target, guard: StatementGuard): StandIn {
  let kind = kinds.get(path);
  if (kind === undefined) {
    kind = class extends StandIn {};
    for (const name of Object.getOwnPropertyNames(target)) {
      if (isPublic(name)) Object.defineProperty(kind.prototype, name, memberFor(path, name, target[name]));
    }
    kinds.set(path, kind);
  }
  return new kind(guard, target);
}

/** Models, their operations and raw statements; what begins otherwise is Prisma's own, or a second name of a model. */
const isPublic = (name: string): boolean => (/^[a-z]/.test(name) ? name !== 'constructor' : isRawSql(name));

const isRawSql = (name: string): boolean => /^\$(query|execute)Raw/.test(name);

function memberFor(path: string, name: string, member: unknown): PropertyDescriptor {
  const label = `${path}${name}`;
  if (typeof member === 'function') {
    const isRaw = isRawSql(name);
    return {
      value(this: StandIn, ...args: unknown[]): unknown {
        if (!(this instanceof StandIn)) throw new TypeError(`Call ctx.tx.${label} on ctx.tx itself, not taken off it.`);
        const guard = StandIn.guardOf(this);
        guard.assertOpen(label);
        if (isRaw) guard.noteRawSql();
        return track(guard, label, StandIn.call(this, name, args));
      },
    };
  }
  const modelPath = `${label}.`;
  return {
    get(this: StandIn): unknown {
      const value = StandIn.targetOf(this)[name];
      // Models only: what is deeper, such as `fields`, is compared by identity in Prisma.
      return path === '' && isTarget(value) ? standInFor(modelPath, value, StandIn.guardOf(this)) : value;
    },
  };
}

const isTarget = (value: unknown): value is Target => typeof value === 'object' && value !== null;
