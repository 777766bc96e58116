import { completeOnce } from '../engine/phased/completer.ts';
import { reapOnce } from '../engine/reaper.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { definitionsOf, registryOf } from '../trpc/phased-definitions.ts';
import type { Job } from './repeat.ts';

/** Ten minutes: windows are counted in hours. */
const REAPER_INTERVAL_MS = 600_000;

/** What the worker does, each job beside the others. */
export function jobsOf(runtime: Runtime, completerIntervalMs: number): readonly Job[] {
  const registry = registryOf(definitionsOf(runtime));
  return [
    {
      name: 'completer',
      intervalMs: completerIntervalMs,
      round: async () => {
        const { completed, parked } = await completeOnce(runtime.engine, registry);
        return completed + parked > 0;
      },
    },
    {
      name: 'reaper',
      intervalMs: REAPER_INTERVAL_MS,
      round: async () => {
        await reapOnce(runtime.engine);
        return false;
      },
    },
  ];
}
