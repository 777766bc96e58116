import { Gauge, type Registry } from 'prom-client';
import type { OpenCount } from '../postgres/statements/count-open.ts';
import { procedureLabel } from './procedure-label.ts';
import { readTogether } from './read-together.ts';

/**
 * Gauges of the open records, whichever process works on them: a worker has no port of its own to be asked at. Where the
 * database does not answer they are absent, and the rest is told nevertheless.
 */
export function watchOpenRecords(registry: Registry, countOpen: () => Promise<readonly OpenCount[]>): void {
  const labelNames = ['state', 'procedure'] as const;

  const fill = async (): Promise<void> => {
    const counts = await countOpen().catch(() => []);
    records.reset();
    oldest.reset();
    for (const { state, procedure, count, oldestSeconds } of counts) {
      const labels = { state, procedure: procedureLabel(procedure) };
      records.inc(labels, count);
      oldest.set(labels, oldestSeconds);
    }
  };
  const collect = readTogether(fill);

  const records = new Gauge({
    name: 'latchkey_open_records',
    help: 'Records of phased runs that are not completed: running, stuck (lapsed lease), unknown, parked.',
    labelNames,
    registers: [registry],
    collect,
  });
  const oldest = new Gauge({
    name: 'latchkey_open_record_oldest_age_seconds',
    help: 'Age of the oldest such record.',
    labelNames,
    registers: [registry],
    collect,
  });
}
