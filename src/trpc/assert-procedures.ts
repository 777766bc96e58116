import type { AnyProcedure, AnyRouter } from '@trpc/server';
import { type PolicyOptions, policyOf } from '../idempotency/policy.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { definitionsOf } from './phased-definitions.ts';

const noted = new WeakMap<object, PolicyOptions>();

/** Notes what a protected mutation says of its records, to be checked once its installation is known. */
export function notePolicy<Procedure extends object>(procedure: Procedure, options: PolicyOptions): Procedure {
  noted.set(procedure, options);
  return procedure;
}

/**
 * Checks every protected mutation of the router together with what the installation says, when the process starts.
 * @throws a sentence that names the procedure whose records could not be kept or recovered
 */
export function assertProcedures(runtime: Runtime, router: AnyRouter): void {
  definitionsOf(runtime);
  for (const [path, procedure] of Object.entries(router._def.procedures as Record<string, AnyProcedure>)) {
    policyOf(path, noted.get(procedure) ?? {}, runtime.retention);
  }
}
