import { Counter, Registry } from 'prom-client';
import type { EngineEvent } from '../engine/engine.ts';

/** Counters for /api/metrics. Labels are closed words and procedure names, so that no key or account can get in. */
export function createMetrics() {
  const registry = new Registry();
  const events = new Counter({
    name: 'latchkey_keyed_requests_total',
    help: 'What happened to keyed requests: claims, replays, conflicts and every other event of the engine.',
    labelNames: ['event', 'procedure'] as const,
    registers: [registry],
  });
  return {
    observe: (event: EngineEvent, procedure: string): void => events.inc({ event, procedure }),
    text: (): Promise<string> => registry.metrics(),
    contentType: registry.contentType,
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
