import type { Slot } from './intent.ts';
import type { IntentPorts } from './session.ts';
import { IntentSession } from './session.ts';

/** The intents of one page, by slot: components come and go, an intent under way stays. */
export class IntentSessions {
  readonly #bySlot = new Map<string, IntentSession<unknown>>();

  /** The session of a slot, made with `ports` when it is asked for first. One procedure always has the same answer. */
  of<Answer>(slot: Slot, ports: () => IntentPorts<Answer>): IntentSession<Answer> {
    const id = JSON.stringify([slot.account, slot.procedure, slot.name]);
    const known = this.#bySlot.get(id) as IntentSession<Answer> | undefined;
    if (known) return known;
    const session = new IntentSession(slot, ports());
    this.#bySlot.set(id, session);
    return session;
  }
}
