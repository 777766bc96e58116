import { spawn } from 'node:child_process';

// A process of its own: what it measures is loaded as the build makes it.
const bench = spawn(
  process.execPath,
  ['--import', './bench/as-compiled.mjs', 'bench/run.ts', ...process.argv.slice(3)],
  {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  },
);
process.once('SIGTERM', () => bench.kill());
bench.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
