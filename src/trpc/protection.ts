import type { AnyTRPCRouter } from '@trpc/server';

/** What a procedure says of itself; the builders of protected mutations set `protection`. */
export type Meta = {
  /** How a mutation takes effect at most once per key. */
  readonly protection?: 'transactional' | 'phased' | 'command';
  /** Why a mutation needs no key, in a sentence of 20 characters or more. */
  readonly unprotected?: string;
};

/** A reason shorter than this says nothing. */
const MIN_REASON = 20;

/** The paths of mutations that are neither protected nor say why not. Procedures of lazy routers count once they are loaded. */
export const unprotectedMutations = (router: AnyTRPCRouter): string[] =>
  Object.entries(router._def.procedures as Record<string, { _def: { type: string; meta?: Meta } }>)
    .filter(([, { _def }]) => _def.type === 'mutation' && !isAccountedFor(_def.meta ?? {}))
    .map(([path]) => path)
    .sort();

const isAccountedFor = ({ protection, unprotected }: Meta): boolean =>
  protection !== undefined || (unprotected !== undefined && unprotected.trim().length >= MIN_REASON);

/** The router itself. @throws when one of its mutations is neither protected nor says why not, naming it. */
export function protectedRouter<Router extends AnyTRPCRouter>(router: Router): Router {
  const paths = unprotectedMutations(router);
  if (paths.length === 0) return router;
  throw new Error(
    `Not protected: ${paths.join(', ')}. A mutation is built with idempotentProcedure, phasedProcedure or operatorCommand, or ` +
      `says why it needs no key: .meta({ unprotected: 'a reason of ${MIN_REASON} characters or more' }).`,
  );
}
