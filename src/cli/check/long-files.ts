import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Beyond this a file is likely two; tests share a set-up, and are read one at a time. */
const MAX_LINES = 200;

const REASON = /More than 200 lines: /;

/** Sentences on files of code that are longer than 200 lines and do not say why. Generated files and tests are left out. */
export const longFiles = async (root: string, folders: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const path of await codeOf(root, folders)) {
    const text = await readFile(join(root, path), 'utf8');
    const lines = text.split('\n').length - 1;
    if (lines <= MAX_LINES || REASON.test(text)) continue;
    found.push(`${path} has ${lines} lines. Make it two, or say "More than 200 lines: <why>" at its top.`);
  }
  return found;
};

const codeOf = async (root: string, folders: readonly string[]): Promise<string[]> => {
  const paths = (await readdir(root)).concat(
    ...(await Promise.all(
      folders.map(async (folder) =>
        (await readdir(join(root, folder), { recursive: true })).map((name) => join(folder, name)),
      ),
    )),
  );
  return paths.filter(
    (path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.(test|spec)\.tsx?$|(^|\/)generated\/|^next-env/.test(path),
  );
};
