import { expect, test } from 'vitest';
import { gate } from '../testing/gate.ts';
import { type Job, repeat } from './repeat.ts';

/** Repeats a job of a few rounds; each is what the test says. */
const repeatRounds = async (rounds: readonly Job['round'][], roundMs = 20) => {
  const stop = new AbortController();
  const reports: string[] = [];
  const done: number[] = [];
  let at = 0;
  const job: Job = {
    name: 'test',
    intervalMs: 1,
    roundMs,
    round: async (signal) => {
      const round = rounds[at];
      at += 1;
      if (!round) {
        stop.abort();
        return false;
      }
      const hasMore = await round(signal);
      done.push(at);
      return hasMore;
    },
  };
  await repeat(job, stop.signal, (message, error) => reports.push(`${message} ${String(error)}`));
  return { reports, done };
};

test('a round that hangs is given up, told to stop and reported, and the next begins', async () => {
  let told: AbortSignal | undefined;
  const hanging = (signal: AbortSignal) => {
    told = signal;
    return gate().opened.then(() => false);
  };
  const { reports, done } = await repeatRounds([hanging, async () => false]);
  expect(done).toEqual([2]);
  expect(told?.aborted).toBe(true);
  expect(reports).toEqual([expect.stringContaining('longer than 20 ms')]);
});

test('a round that fails is reported, and the next begins; one with more to do is followed at once', async () => {
  const failing = () => Promise.reject(new Error('ill'));
  const { reports, done } = await repeatRounds([failing, async () => true, async () => false], 10_000);
  expect(done).toEqual([2, 3]);
  expect(reports).toEqual([expect.stringContaining('ill')]);
});
