import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson, writePrivateJson } from './private-file.ts';
import { StartError } from './start-error.ts';

const schema = z.object({
  /** Key of all fingerprints, 32 bytes. */
  latchkeySecretHex: z.string().regex(/^[0-9a-f]{64}$/),
  /** Signs the sessions of people. */
  betterAuthSecret: z.string().min(32),
  /** Of the embedded PostgreSQL's superuser. */
  postgresPassword: z.string().min(16),
});

/** The secrets of an installation. */
export type Secrets = z.output<typeof schema>;

/** Reads DATA_DIR/secrets.json, making it with random values on the first start. Throws StartError when it is damaged. */
export function openSecrets(dataDir: string): Secrets {
  const path = join(dataDir, 'secrets.json');
  const found = readSecrets(path);
  if (found) return found;
  const made: Secrets = {
    latchkeySecretHex: randomBytes(32).toString('hex'),
    betterAuthSecret: randomBytes(32).toString('base64url'),
    postgresPassword: randomBytes(24).toString('base64url'),
  };
  writePrivateJson(path, made);
  return made;
}

function readSecrets(path: string): Secrets | undefined {
  try {
    const found = readJson(path);
    return found === undefined ? undefined : schema.parse(found);
  } catch (error) {
    throw new StartError(
      `${path} cannot be read as this installation's secrets. Put back a copy of it; without one the embedded database stays locked.`,
      { cause: error },
    );
  }
}
