import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['prisma/schema.prisma', 'package-lock.json', 'next.config.mjs', 'tsconfig.json', 'postcss.config.mjs'];
const FOLDERS = ['src', 'public'];

/** A print of everything that a build is made from; equal prints mean that building again would change nothing. */
export function sourcesPrint(root: string): string {
  const hash = createHash('sha256');
  for (const folder of FOLDERS) addFolder(hash, root, folder);
  for (const file of FILES) addFile(hash, root, file);
  return hash.digest('hex');
}

function addFolder(hash: Hash, root: string, folder: string): void {
  if (!existsSync(join(root, folder))) return;
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) addFolder(hash, root, path);
    // Neither tests nor the client that follows from the schema change what is served.
    else if (!/\.test\.tsx?$/.test(path) && !path.startsWith('src/postgres/generated/')) addFile(hash, root, path);
  }
}

function addFile(hash: Hash, root: string, path: string): void {
  if (!existsSync(join(root, path))) return;
  const content = readFileSync(join(root, path));
  hash.update(`${path}\0${content.length}\0`).update(content);
}
