import { proveChaos } from '../../testing/chaos/prove-chaos.ts';
import { makeTemplate } from '../../testing/template.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { Counts } from '../test/counts.ts';

/** Runs the chaos whole, on a server of its own; it writes docs/chaos.md. */
export const proveInChaos = async (): Promise<Counts> => {
  const server = await startTestServer();
  try {
    await makeTemplate(server.url('postgres'));
    const { wrong } = await proveChaos(server.url('postgres'));
    const failures = wrong.map((why) => ({ test: 'chaos', why }));
    return { passed: wrong.length === 0 ? 1 : 0, failed: wrong.length, skipped: 0, failures, skips: [] };
  } finally {
    await server.dispose();
  }
};
