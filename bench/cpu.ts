import { execSync } from 'node:child_process';
export const pgCpu = () => {
  // all postgres procs jiffies
  const out = execSync(`for p in $(pgrep -f "postgres.*" ); do cut -d' ' -f14-17 /proc/$p/stat 2>/dev/null; done`, {
    shell: '/bin/bash',
  }).toString();
  return (
    out
      .trim()
      .split('\n')
      .map((l) =>
        l
          .split(' ')
          .map(Number)
          .slice(0, 2)
          .reduce((a, b) => a + b, 0),
      )
      .reduce((a, b) => a + b, 0) * 10
  );
};
