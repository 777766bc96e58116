import type { Failure } from '../failure.ts';
import type { KeyedContext } from '../operation.ts';
import { refusalOf } from '../refusal-of.ts';
import { decodeInput, encodeInput } from './codec.ts';
import { type Intent, makeIntent, type Slot } from './intent.ts';
import { forgetIntent, type IntentStorage, isKeptByAnother, keepIntent, keptIntent } from './keep.ts';
import { type AskFirst, maySend, type StatusState } from './may-send.ts';
import { type IntentEvent, type IntentState, isUnsettled, reduce, type Why } from './state.ts';

type Sending = { readonly intent: Intent; readonly why: Why };

/** The server was asked and knows no more than before. */
const STILL_UNKNOWN: Failure = {
  kind: 'key',
  reason: 'outcome_unknown',
  message: 'The outcome is still not known. Nothing was sent again.',
};

/** The world around an intent, handed in so that a test can hold it still. */
export type IntentPorts<Answer> = {
  readonly storage: IntentStorage;
  readonly send: (input: unknown, context: KeyedContext) => Promise<Answer>;
  readonly askStatus: (key: string) => Promise<StatusState>;
  readonly nowMs: () => number;
  readonly mintKey: () => string;
  /** How long the server replays an answer; an older intent asks before it sends. */
  readonly answerRetentionMs: number;
};

/**
 * One intent at a time in one slot, with one key from the first submit to the terminal answer. It outlives the component
 * that shows it: what happens while nobody looks is there when somebody looks again.
 */
export class IntentSession<Answer> {
  readonly slot: Slot;
  readonly #ports: IntentPorts<Answer>;
  readonly #listeners = new Set<() => void>();
  #state: IntentState<Answer> = { phase: 'none' };
  #sending: Promise<void> | null = null;

  constructor(slot: Slot, ports: IntentPorts<Answer>) {
    this.slot = slot;
    this.#ports = ports;
  }

  /** How the intent stands; the same object until it changes. */
  readonly state = (): IntentState<Answer> => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Does the intent of another account wait in this tab? It is not sent for this one. */
  hasForeign(): boolean {
    return isKeptByAnother(this.#ports.storage, this.slot);
  }

  /** Takes up what an earlier page left unsettled. True: there is something to send now. */
  restore(): boolean {
    if (isUnsettled(this.#state)) return false;
    const intent = keptIntent(this.#ports.storage, this.slot);
    return intent !== null && this.#apply({ type: 'restored', intent });
  }

  /**
   * Makes the intent and writes it down. An unsettled one is sent instead, whatever the new input is: it has to be settled
   * first, because it may have taken effect. True: there is something to send now.
   */
  submit(input: unknown): boolean {
    if (isUnsettled(this.#state)) return this.sendAgain();
    const { mintKey, nowMs, storage } = this.#ports;
    const intent = makeIntent({ key: mintKey(), slot: this.slot, input: encodeInput(input), nowMs: nowMs() });
    keepIntent(storage, intent);
    return this.#apply({ type: 'submitted', intent });
  }

  /** A person wants the open intent to be sent again, with its own key. False: it is on its way already. */
  sendAgain(): boolean {
    return this.#apply({ type: 'sent_again' });
  }

  /** A settled intent is read, or a forgotten one given up by a person: the form is free. */
  dismiss(): void {
    this.#apply({ type: 'dismissed' });
    if (this.#state.phase === 'none') forgetIntent(this.#ports.storage, this.slot);
  }

  /** Sends the intent and resolves when its attempts are over. While they are under way, everybody waits for the same ones. */
  send(): Promise<void> {
    this.#sending ??= this.#sendOnce().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #sendOnce(): Promise<void> {
    const state = this.#state;
    if (state.phase !== 'sending') return;
    try {
      this.#apply(await this.#settle(state));
    } catch (error) {
      this.#apply({ type: 'failed', failure: refusalOf(error) });
    }
    if (!isUnsettled(this.#state)) forgetIntent(this.#ports.storage, this.slot);
  }

  async #settle({ intent, why }: Sending): Promise<IntentEvent<Answer>> {
    const askFirst = this.#askFirst(intent, why);
    const next = askFirst === 'no' ? 'send' : maySend(await this.#ports.askStatus(intent.key), askFirst);
    switch (next) {
      case 'send':
        return { type: 'answered', answer: await this.#attempt(intent) };
      case 'wait':
        return { type: 'failed', failure: STILL_UNKNOWN };
      case 'ask_person':
        return { type: 'unheard_of' };
    }
  }

  #askFirst(intent: Intent, why: Why): AskFirst {
    if (why === 'vouched_for') return 'no';
    const { nowMs, answerRetentionMs } = this.#ports;
    if (nowMs() - intent.madeAtMs > answerRetentionMs) return 'old';
    return why === 'asking' ? 'outcome_open' : 'no';
  }

  async #attempt(intent: Intent): Promise<Answer> {
    return await this.#ports.send(decodeInput(intent.input), {
      idempotencyKey: intent.key,
      attemptsBefore: intent.attempts,
      onAttempt: (attempts) => this.#count({ ...intent, attempts }),
      onRetry: (note) => this.#apply({ type: 'retrying', note }),
    });
  }

  #count(intent: Intent): void {
    keepIntent(this.#ports.storage, intent);
    this.#apply({ type: 'counted', intent });
  }

  #apply(event: IntentEvent<Answer>): boolean {
    const next = reduce(this.#state, event);
    if (next === this.#state) return false;
    this.#state = next;
    for (const listener of this.#listeners) listener();
    return true;
  }
}
