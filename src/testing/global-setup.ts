import type { TestProject } from 'vitest/node';
import { sweepLeftoverServers } from './leftover-servers.ts';
import { majorOf, makeTemplate } from './template.ts';
import { startTestServer } from './test-server.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Connection string of the server's maintenance database. */
    serverUrl: string;
    /** Its major version, such as 18. */
    serverMajor: number;
    /** Time zone of every test database, or '' for the server's own. */
    timeZone: string;
  }
}

/** Gives the whole run one PostgreSQL (TEST_DATABASE_URL, else an embedded one of the version that TEST_POSTGRES names) with the migrated template on it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  project.provide('timeZone', process.env.TEST_TIME_ZONE ?? '');
  const given = process.env.TEST_DATABASE_URL;
  if (given) {
    project.provide('serverUrl', given);
    project.provide('serverMajor', await majorOf(given));
    await makeTemplate(given);
    return async () => {};
  }
  await sweepLeftoverServers();
  const server = await startTestServer();
  try {
    project.provide('serverUrl', server.url('postgres'));
    project.provide('serverMajor', await majorOf(server.url('postgres')));
    await makeTemplate(server.url('postgres'));
  } catch (error) {
    await server.dispose();
    throw error;
  }
  return () => server.dispose();
}
