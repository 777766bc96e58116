import { decodeIntent, encodeIntent } from './codec.ts';
import type { Intent, Slot } from './intent.ts';

/** What is needed of `sessionStorage`: it lives as long as its tab and is copied when the tab is duplicated. */
export type IntentStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const PREFIX = 'latchkey:intent:';

const placeOf = ({ procedure, name, account }: Slot): string => PREFIX + JSON.stringify([procedure, name, account]);

/** Writes an intent down; called before its first send. Throws when there is no room for it. */
export const keepIntent = (storage: IntentStorage, intent: Intent): void =>
  storage.setItem(placeOf(intent.slot), encodeIntent(intent));

/** The kept intent of a slot. One that is unreadable, or says another account than its place, is not an intent. */
export function keptIntent(storage: IntentStorage, slot: Slot): Intent | null {
  const text = storage.getItem(placeOf(slot));
  const intent = text === null ? null : decodeIntent(text);
  return intent && placeOf(intent.slot) === placeOf(slot) ? intent : null;
}

/** Forgets the intent of a slot: it is settled. */
export const forgetIntent = (storage: IntentStorage, slot: Slot): void => storage.removeItem(placeOf(slot));

/** Does an intent of another account wait in this tab, for the same procedure and name? It is never sent for this one. */
export function isKeptByAnother(storage: IntentStorage, { procedure, name, account }: Slot): boolean {
  const places = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const start = `${PREFIX}${JSON.stringify([procedure, name]).slice(0, -1)},`;
  return places.some((place) => place.startsWith(start) && place !== placeOf({ procedure, name, account }));
}
