import type { SetAside } from '../../postgres/statements/set-aside.ts';

/** Thrown inside a run: the record belongs to another attempt by now. Nothing of this one is committed any more. */
export class LostOwnership extends Error {
  constructor() {
    super('This attempt no longer owns its record.');
  }
}

/** Thrown inside a run: it cannot go on now, and says how the record is set aside. */
export class Interrupted extends Error {
  readonly aside: SetAside;
  constructor(aside: SetAside) {
    super(aside.why);
    this.aside = aside;
  }
}

/** A person is needed: the stored run and the code do not fit together, or an effect cannot be finished. */
export const parked = (why: string): Interrupted => new Interrupted({ how: 'park', why });

/** The run goes on later, by a client's retry or the completer. */
export const yielded = (why: string, retryAfterMs: number): Interrupted =>
  new Interrupted({ how: 'yield', why, retryAfterMs });

/** The same, waiting for somebody else: never parked for having waited long. */
export const waiting = (why: string, retryAfterMs: number): Interrupted =>
  new Interrupted({ how: 'yield', why, retryAfterMs, isPatient: true });

/** Nobody can say how an external step ended: look-ups go on, as far apart as the back-off has them. */
export const unknown = (why: string): Interrupted => new Interrupted({ how: 'unknown', why, retryAfterMs: 0 });
