import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a runner ended, and what it wrote into its report; undefined when that is no JSON. */
export type Ended = { readonly exitCode: number | null; readonly report: unknown };

/** Runs a test runner in the foreground and reads the report that it was told to write. */
export const runRunner = async (
  program: string,
  args: (reportPath: string) => readonly string[],
  env: (reportPath: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<Ended> => {
  const directory = await mkdtemp(join(tmpdir(), 'latchkey-report-'));
  const reportPath = join(directory, 'report.json');
  try {
    const child = spawn(process.execPath, [program, ...args(reportPath)], {
      stdio: 'inherit',
      env: { ...process.env, ...env(reportPath) },
    });
    const [exitCode] = (await once(child, 'close')) as [number | null];
    return { exitCode, report: await readReport(reportPath) };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
};

const readReport = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch {
    return undefined;
  }
};
