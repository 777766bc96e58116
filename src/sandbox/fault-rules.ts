import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Fault, Place } from './fault.ts';

/** A fault to come: for the next `times` requests at a place, of one downstream key or of any. */
export type FaultRule = {
  readonly id: string;
  readonly on: Place;
  readonly fault: Fault;
  readonly key: string | null;
  /** Null: until it is removed. */
  timesLeft: number | null;
  hits: number;
  readonly held: Set<(then: Release) => void>;
};

/** How a held request goes on. */
export type Release = 'go' | 'drop';

/** A fault in one request; `hold` waits for a person or test to let it go on. */
export type DueFault = { readonly fault: Fault; hold(): Promise<Release> };

/** The faults that tests and people have ordered. */
export class FaultRules {
  readonly #rules = new Map<string, FaultRule>();
  /** Emits `change` whenever a rule is hit or holds something. */
  readonly events = new EventEmitter().setMaxListeners(0);

  /** Orders a fault. */
  add(order: Pick<FaultRule, 'on' | 'fault' | 'key' | 'timesLeft'>): FaultRule {
    const rule: FaultRule = { ...order, id: randomUUID(), hits: 0, held: new Set() };
    this.#rules.set(rule.id, rule);
    return rule;
  }

  /** Every rule, used up or not, the oldest first. */
  all(): readonly FaultRule[] {
    return [...this.#rules.values()];
  }

  find(id: string): FaultRule | undefined {
    return this.#rules.get(id);
  }

  /** The faults due for one request, each counted as a hit. */
  take(on: Place, key: string | null): readonly DueFault[] {
    const due = this.all().filter(
      (rule) => rule.on === on && rule.timesLeft !== 0 && (rule.key === null || rule.key === key),
    );
    for (const rule of due) {
      rule.hits += 1;
      if (rule.timesLeft !== null) rule.timesLeft -= 1;
    }
    if (due.length > 0) this.events.emit('change');
    return due.map((rule) => ({ fault: rule.fault, hold: () => this.#hold(rule) }));
  }

  /** Lets everything go on that a rule holds. */
  release(rule: FaultRule, then: Release): void {
    for (const go of rule.held) go(then);
    rule.held.clear();
  }

  /** Takes a rule back; what it held goes on. */
  remove(rule: FaultRule): void {
    this.#rules.delete(rule.id);
    this.release(rule, 'go');
  }

  #hold(rule: FaultRule): Promise<Release> {
    return new Promise((resolve) => {
      rule.held.add(resolve);
      this.events.emit('change');
    });
  }
}
