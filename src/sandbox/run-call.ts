import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import type { DueFault } from './fault-rules.ts';
import type { Verdict } from './http.ts';
import type { ProviderErrors } from './provider-errors.ts';

/** A call that has an effect, and everything that is to go wrong with it. */
export type Call = {
  readonly due: readonly DueFault[];
  readonly errors: ProviderErrors;
  /** Does it; a declined call fails for good. */
  effect(options: { declined: boolean; hiddenForMs: number }): Promise<Verdict>;
};

/** Runs a call through its faults: first what comes before the effect, then the effect, then what becomes of the answer. */
export async function runCall({ due, errors, effect }: Call): Promise<Verdict> {
  const early = await before(due, errors);
  if (early) return early;
  const verdict = await effect({
    declined: due.some(({ fault }) => fault.do === 'decline'),
    hiddenForMs: Math.max(0, ...due.map(({ fault }) => (fault.do === 'hide' ? fault.ms : 0))),
  });
  return (await after(due, errors)) ?? verdict;
}

/** What comes before the effect of a call or the reading of a look-up; undefined: go on. */
export async function before(due: readonly DueFault[], errors: ProviderErrors): Promise<Verdict | undefined> {
  for (const { fault, hold } of due) {
    if (fault.do === 'delay') await wait(fault.ms);
    const verdict = fault.do === 'hold_before' ? await held(hold) : refusedBefore(fault, errors);
    if (verdict) return verdict;
  }
  return undefined;
}

async function after(due: readonly DueFault[], errors: ProviderErrors): Promise<Verdict | undefined> {
  for (const { fault, hold } of due) {
    const verdict = fault.do === 'hold_after' ? await held(hold) : lostAfter(fault, errors);
    if (verdict) return verdict;
  }
  return undefined;
}

const held = async (hold: DueFault['hold']): Promise<Verdict | undefined> =>
  (await hold()) === 'drop' ? { kind: 'cut' } : undefined;

function refusedBefore(fault: Fault, errors: ProviderErrors): Verdict | undefined {
  switch (fault.do) {
    case 'drop_before':
      return { kind: 'cut' };
    case 'error_before':
      return errors.serverError();
    case 'error_stored':
      return errors.serverError({ replayed: true });
    case 'in_use':
      return errors.inUse();
    case 'differ':
      return errors.differs();
    case 'delay':
    case 'hold_before':
    case 'hold_after':
    case 'drop_after':
    case 'error_after':
    case 'error_after_stored':
    case 'decline':
    case 'hide':
      return undefined;
  }
}

function lostAfter(fault: Fault, errors: ProviderErrors): Verdict | undefined {
  switch (fault.do) {
    case 'drop_after':
      return { kind: 'cut' };
    case 'error_after':
      return errors.serverError();
    case 'error_after_stored':
      return errors.serverError({ replayed: true });
    case 'delay':
    case 'hold_before':
    case 'hold_after':
    case 'drop_before':
    case 'error_before':
    case 'error_stored':
    case 'in_use':
    case 'differ':
    case 'decline':
    case 'hide':
      return undefined;
  }
}
