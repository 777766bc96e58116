import { addEvent } from '../../postgres/statements/add-event.ts';
import type { Owner } from '../../postgres/statements/prove-ownership.ts';
import { renewLease } from '../../postgres/statements/renew-lease.ts';
import type { Engine } from '../engine.ts';

/** Half an hour: no run of a request takes longer, and a handler that hangs must not hold its record for ever. */
const CAP_MS = 1_800_000;

/** Renewals of one attempt. */
export type Renewing = {
  /** Ends them; resolves when none is on its way, which would give a record that is set aside a lease again. */
  stop(): Promise<void>;
};

/** Renews a lease at a third of its length until stopped, lost or at the cap. A database that fails to answer is not a loss. */
export function startRenewal(engine: Engine, owner: Owner, procedure: string): Renewing {
  const { leaseMs } = engine.limits;
  const until = performance.now() + CAP_MS;
  let underway: Promise<void> | undefined;
  const renew = async (): Promise<void> => {
    try {
      const renewal = await renewLease(engine.database.pool, owner, leaseMs);
      if (renewal === 'renewed' || renewal === 'busy') return;
      clearInterval(timer);
      if (renewal === 'ended') return;
      engine.observe('lease_lost', procedure);
      await addEvent(engine.database.pool, owner, { event: 'lease_lost' });
    } catch (error) {
      engine.report(`The lease of record ${owner.recordId} was not renewed; it is tried again.`, error);
    }
  };
  const timer = setInterval(() => {
    if (performance.now() > until) clearInterval(timer);
    // One at a time: a slow database is not helped by more of them.
    else
      underway ??= renew().finally(() => {
        underway = undefined;
      });
  }, leaseMs / 3);
  return {
    stop: async () => {
      clearInterval(timer);
      await underway;
    },
  };
}
