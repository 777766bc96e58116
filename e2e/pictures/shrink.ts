import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';

type Sharp = (picture: Buffer) => { png(options: object): { toBuffer(): Promise<Buffer> } };

/**
 * Writes the pictures under a directory with a palette, which is less than half of their size in the repository and within
 * what a comparison tolerates. Leaves them as they are where Next came without its optional sharp.
 */
export async function shrinkPictures(directory: string): Promise<void> {
  const sharp = ofNext();
  if (!sharp) return;
  for (const name of await readdir(directory, { recursive: true })) {
    if (!name.endsWith('.png')) continue;
    const path = join(directory, name);
    const written = await readFile(path);
    const shrunk = await sharp(written).png({ palette: true, colours: 256, effort: 7 }).toBuffer();
    // One that was shrunk before gains nothing, and a rewritten one would be a change for nothing.
    if (shrunk.length < written.length * 0.8) await writeFile(path, shrunk);
  }
}

function ofNext(): Sharp | null {
  const { resolve } = createRequire(import.meta.url);
  try {
    return createRequire(resolve('next/package.json'))('sharp') as Sharp;
  } catch {
    return null;
  }
}
