import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { serverDirectoryPrefix, sweepLeftoverServers } from './leftover-servers.ts';
import { startTestServer } from './test-server.ts';

const query = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return await client.query(sql).then(
    ({ rows }) => client.end().then(() => rows),
    (error: unknown) => client.end().then(() => Promise.reject(error)),
  );
};

// A new cluster and two starts of it take many seconds on a busy machine.
test('a server that was stopped is refused, and started again it still has its data', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.dispose());
  const url = server.url('postgres');
  await query(url, 'CREATE TABLE kept AS SELECT 5 AS n');
  await server.stop();
  await expect(query(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await server.start();
  expect(await query(url, 'SELECT n FROM kept')).toEqual([{ n: 5 }]);
}, 120_000);

test('data of a run that was killed is removed, data of a running one is not', async () => {
  const gone = spawn(process.execPath, ['-e', '']);
  await once(gone, 'exit');
  const leftover = join(tmpdir(), `${serverDirectoryPrefix(gone.pid ?? 0)}left`);
  const mine = join(tmpdir(), `${serverDirectoryPrefix(process.pid)}mine`);
  for (const directory of [leftover, mine]) {
    await mkdir(directory);
    onTestFinished(() => rm(directory, { recursive: true, force: true }));
    await writeFile(join(directory, 'PG_VERSION'), '18');
  }
  await sweepLeftoverServers();
  expect([existsSync(leftover), existsSync(mine)]).toEqual([false, true]);
});
