import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** True when every user may walk down to `path`: the x bit for others on it and on each directory above. */
export function isReachableByAll(path: string): boolean {
  for (let at = path; ; at = dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (dirname(at) === at) return true;
  }
}
