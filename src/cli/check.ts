import { existsSync } from 'node:fs';
import { wrongDocPaths } from './check/doc-paths.ts';
import { foreignHosts } from './check/lockfile.ts';
import { longFiles } from './check/long-files.ts';
import { type Finding, runTool } from './check/run-tool.ts';

const bin = (path: string): string => `node_modules/${path}`;
const sources = ['src', 'bench', 'e2e'].filter((folder) => existsSync(folder));

const types = async (): Promise<Finding> => {
  // Next writes the declarations of routes and style sheets. Those of an older checkout would not know a new route.
  const declared = await runTool('types', bin('next/dist/bin/next'), ['typegen']);
  if (!declared.passed) return declared;
  // TypeScript 7 checks in a quarter of the time of 6, whose programming interface Next and dependency-cruiser still need.
  return await runTool('types', bin('typescript-7/bin/tsc'), ['--noEmit', '--pretty', 'false', '--singleThreaded']);
};

const sentences = async (name: string, find: () => Promise<string[]>): Promise<Finding> => {
  const found = await find();
  return { name, passed: found.length === 0, output: found.join('\n') };
};

// All at once: together they keep both cores busy to the end.
const findings = await Promise.all([
  types(),
  runTool('format and lint', bin('@biomejs/biome/bin/biome'), ['check', '--max-diagnostics=200']),
  runTool('import rules', bin('dependency-cruiser/bin/dependency-cruise.mjs'), [
    '--config',
    '.dependency-cruiser.mjs',
    ...sources,
  ]),
  runTool('dead code', bin('knip/bin/knip.js'), ['--no-progress', '--no-config-hints']),
  sentences('doc paths', () => wrongDocPaths('.')),
  sentences('lockfile', () => foreignHosts('package-lock.json')),
  sentences('lengths', () => longFiles('.', sources)),
]);

const failed = findings.filter(({ passed }) => !passed);
for (const { name, output } of failed) console.log(`\n── ${name} ──\n${output.trim()}`);
const names = (list: readonly Finding[]): string => list.map(({ name }) => name).join(', ');
console.log(failed.length === 0 ? `All good: ${names(findings)}.` : `\nNot good: ${names(failed)}.`);
process.exitCode = failed.length === 0 ? 0 : 1;
