import type { TestProject } from 'vitest/node';
import { sweepLeftoverServers } from './leftover-servers.ts';
import { makeTemplate } from './template.ts';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the server's maintenance database. */
    serverUrl: string;
    /** Time zone of every test database, or '' for the server's own. */
    timeZone: string;
  }
}

/** Gives the whole run one PostgreSQL (TEST_DATABASE_URL, else an embedded one) with the migrated template on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('timeZone', process.env.TEST_TIME_ZONE ?? '');
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('serverUrl', given);
    await makeTemplate(given);
    return async () => {};
  }
  await sweepLeftoverServers();
  const server = await startTestServer();
  try {
    project.provide('serverUrl', server.url('postgres'));
    await makeTemplate(server.url('postgres'));
  } catch (error) {
    await server.dispose();
    throw error;
  }
  return () => server.dispose();
}
