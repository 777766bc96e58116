import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { takeLock, waitForLock } from './lock.ts';

const lockModule = fileURLToPath(new URL('lock.ts', import.meta.url));

test('a second taker is told who has the lock, and gets it after the release', async () => {
  const name = randomUUID();
  const lock = await waitForLock(name, 'the first');
  expect(await takeLock(name, 'the second')).toEqual({ heldBy: 'the first' });
  lock.release();
  expect(await takeLock(name, 'the second')).toHaveProperty('release');
});

test('the lock of a process that got SIGKILL is free at once', async () => {
  const name = randomUUID();
  const program = `
    import { takeLock } from ${JSON.stringify(lockModule)};
    await takeLock(${JSON.stringify(name)}, 'the killed one');
    console.log('taken');
    setInterval(() => {}, 60_000);`;
  const holder = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(holder.stdout, 'data');
  expect(await takeLock(name, 'me')).toEqual({ heldBy: 'the killed one' });
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(await takeLock(name, 'me')).toHaveProperty('release');
});

test('of many takers at once exactly one gets it', async () => {
  const name = randomUUID();
  const results = await Promise.all(Array.from({ length: 20 }, (_, n) => takeLock(name, `taker ${n}`)));
  expect(results.filter((result) => 'release' in result)).toHaveLength(1);
});
