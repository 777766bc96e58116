import { setTimeout as delay } from 'node:timers/promises';

/** Waits before the next try after a serialization failure or deadlock: 10, 20, 40 ms at most, with full jitter. */
export const backOff = (tries: number): Promise<void> => delay(Math.random() * 10 * 2 ** (tries - 1));
