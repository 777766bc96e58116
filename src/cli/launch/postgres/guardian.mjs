// Keeps one PostgreSQL running for as long as its launcher lives. Plain JavaScript in a process group of its own: a Ctrl-C
// does not reach it, and the death of the launcher, even by SIGKILL, closes the channel that it listens to.
import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';

// A server that dies within ten seconds of its start has not recovered; five of those in a row will not either.
const QUICK_DEATH_MS = 10_000;
const QUICK_DEATHS_ALLOWED = 5;
// Long enough for a killed server's backends to let go of its shared memory, short enough that callers just retry.
const RESTART_AFTER_MS = 500;
// A fast shutdown writes one checkpoint; after this the immediate one leaves the rest to recovery.
const FAST_SHUTDOWN_MS = 20_000;

let server;
let stopping = false;
let quickDeaths = 0;

process.on('message', (message) => (message.type === 'start' ? start(message.order) : stop()));
process.on('disconnect', stop);
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, stop);

function start({ program, args, uid, gid, env, logFile }) {
  const log = openSync(logFile, 'a', 0o600);
  const startedAt = Date.now();
  server = spawn(program, args, { uid, gid, env, cwd: '/', stdio: ['ignore', log, log] });
  server.once('spawn', () => tell({ type: 'started', pid: server.pid }));
  server.once('error', (error) => giveUp(error.message));
  server.once('exit', (code, signal) => {
    if (stopping) process.exit(0);
    quickDeaths = Date.now() - startedAt < QUICK_DEATH_MS ? quickDeaths + 1 : 0;
    if (quickDeaths >= QUICK_DEATHS_ALLOWED)
      return giveUp(`it ended ${quickDeaths} times in a row (${signal ?? code})`);
    tell({ type: 'restarting', reason: String(signal ?? code) });
    setTimeout(() => (stopping ? process.exit(0) : start({ program, args, uid, gid, env, logFile })), RESTART_AFTER_MS);
  });
}

function stop() {
  if (stopping) return;
  stopping = true;
  if (!server || server.exitCode !== null || server.signalCode !== null) process.exit(0);
  server.kill('SIGINT');
  setTimeout(() => server.kill('SIGQUIT'), FAST_SHUTDOWN_MS);
}

function giveUp(reason) {
  tell({ type: 'gave-up', reason });
  process.exitCode = 1;
  if (process.connected) process.disconnect();
}

function tell(message) {
  if (process.connected) process.send(message, () => {});
}
