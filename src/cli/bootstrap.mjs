// Plain JavaScript without a dependency: this runs before anything is installed.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { installWhatTheLockfileSays } from './bootstrap/install.mjs';
import { generatePrismaClient } from './bootstrap/prisma.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const command = process.argv[2] ?? 'start';

try {
  refuseOldNode();
  const file = commandFile();
  process.chdir(root);
  installWhatTheLockfileSays(root);
  generatePrismaClient(root);
  // After the installation, which would leave out the development packages if it saw "production".
  if (command === 'start' || command === 'worker') process.env.NODE_ENV = 'production';
  const { register } = await import('tsx/esm/api');
  register();
  // The same process: Ctrl-C and SIGTERM reach the command itself, with no middleman to forward them.
  await import(pathToFileURL(file).href);
} catch (error) {
  console.error(error instanceof Error && error.name === 'BootstrapError' ? `\n${error.message}\n` : error);
  process.exit(1);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  stop(
    `Latchkey needs Node.js 20.19 or later, and this is ${process.versions.node}. Install a newer one, then try again.`,
  );
}

function commandFile() {
  const file = join(here, `${command}.ts`);
  if (/^[a-z]+$/.test(command) && existsSync(file)) return file;
  return stop(`There is no command "${command}" (looked for src/cli/${command}.ts). "npm start" starts Latchkey.`);
}

function stop(sentence) {
  throw Object.assign(new Error(sentence), { name: 'BootstrapError' });
}
