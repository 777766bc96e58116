import { addEvent } from '../../postgres/statements/add-event.ts';
import type { Owner } from '../../postgres/statements/prove-ownership.ts';
import { renewLease } from '../../postgres/statements/renew-lease.ts';
import type { Engine } from '../engine.ts';

/** Half an hour: no run of a request takes longer, and a handler that hangs must not hold its record for ever. */
const CAP_MS = 1_800_000;

/** Renews a lease at a third of its length until stopped, lost or at the cap. A database that fails to answer is not a loss. */
export function startRenewal(engine: Engine, owner: Owner, procedure: string): { stop(): void } {
  const { leaseMs } = engine.limits;
  const until = performance.now() + CAP_MS;
  const renew = async (): Promise<void> => {
    if (performance.now() > until) return stop();
    try {
      if (await renewLease(engine.database.pool, owner, leaseMs)) return;
      stop();
      engine.observe('lease_lost', procedure);
      await addEvent(engine.database.pool, owner, { event: 'lease_lost' });
    } catch (error) {
      engine.report(`The lease of record ${owner.recordId} was not renewed; it is tried again.`, error);
    }
  };
  const timer = setInterval(() => void renew(), leaseMs / 3);
  const stop = (): void => clearInterval(timer);
  return { stop };
}
