/** How a web process ended. */
export type Death = {
  /** It had answered at least once. */
  readonly answered: boolean;
  /** It exited by itself, rather than being killed by a signal. */
  readonly byItself: boolean;
  readonly livedMs: number;
};

const DEATHS_AT_START_ALLOWED = 5;
// A process that exits by itself this soon failed to start, even if somebody answered on its port meanwhile.
const START_MS = 5_000;

/** True for a death that the next process will most likely share: it never came up. */
export function diedAtStart({ answered, byItself, livedMs }: Death): boolean {
  return !answered || (byItself && livedMs < START_MS);
}

/**
 * How long to wait before the next web process, in milliseconds, after so many deaths at the start in a row; undefined:
 * give up. One that had come up is replaced at once: its callers are waiting.
 */
export function restartDelayMs(deathsAtStart: number): number | undefined {
  if (deathsAtStart >= DEATHS_AT_START_ALLOWED) return undefined;
  return deathsAtStart === 0 ? 0 : 250 * 2 ** deathsAtStart;
}
