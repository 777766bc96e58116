import type { AnyTRPCRouter } from '@trpc/server';
import { byEveryPath, type NamedProcedure } from '../idempotency/procedure-paths.ts';

const known = new WeakMap<object, readonly string[]>();

/** Notes the former paths of a procedure, for the check of the router that it is mounted in. */
export function withFormerPaths<Procedure extends object>(procedure: Procedure, formerly: readonly string[] = []) {
  known.set(procedure, formerly);
  return procedure;
}

/**
 * The whole router as it is. Throws when two procedures claim one path, or a former path is that of a living procedure:
 * a key of it would be answered by the wrong one. Phased procedures are named by their definitions.
 */
export function withCheckedPaths<Router extends AnyTRPCRouter>(
  router: Router,
  phased: readonly NamedProcedure[],
): Router {
  const former = new Map(phased.map(({ procedure, formerly }) => [procedure, formerly]));
  const mounted = Object.entries<object>(router._def.procedures);
  byEveryPath(
    mounted.map(([path, procedure]) => ({
      procedure: path,
      formerly: known.get(procedure) ?? former.get(path) ?? [],
    })),
  );
  return router;
}
