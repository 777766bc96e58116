import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const Lockfile = z.object({ packages: z.record(z.string(), z.object({ resolved: z.string().optional() })) });

/**
 * Sentences on packages that the lockfile ties to a host. Without one (`omit-lockfile-registry-resolved` in .npmrc) npm
 * asks whichever registry the person's own settings name, and the checksums still hold.
 */
export const foreignHosts = async (path: string): Promise<string[]> => {
  const { packages } = Lockfile.parse(JSON.parse(await readFile(path, 'utf8')));
  return Object.entries(packages)
    .filter(([, { resolved }]) => resolved !== undefined && /^[a-z+]+:\/\//.test(resolved))
    .map(([name]) => `${path}: ${name} names the host it came from; remove its "resolved".`);
};
