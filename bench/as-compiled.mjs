import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { transform } from 'esbuild';

// Loads TypeScript as the build makes it, with types taken off and nothing put in. The loader of the commands also keeps
// the name of every closure, by a call for each one made: a twentieth of what a key costs, and nothing that is ever served.
if (isMainThread) register(import.meta.url);

/** A hook of Node's module loader (Node.js manual, "Modules: node:module API", load). */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context);
  const { code } = await transform(await readFile(fileURLToPath(url), 'utf8'), { loader: 'ts', format: 'esm' });
  return { format: 'module', source: code, shortCircuit: true };
}
