import { spawn } from 'node:child_process';

/** What one check has to say; `output` is shown only when it did not pass. */
export type Finding = { readonly name: string; readonly passed: boolean; readonly output: string };

/** Runs a Node program of a package and collects what it prints; a program that cannot be started has not passed. */
export const runTool = (name: string, program: string, args: readonly string[]): Promise<Finding> =>
  new Promise((done) => {
    const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.once('error', (error) => done({ name, passed: false, output: error.message }));
    child.once('close', (code, signal) =>
      done({ name, passed: code === 0, output: output || `Ended by ${signal ?? code}.` }),
    );
  });
