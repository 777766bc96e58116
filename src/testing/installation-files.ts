import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const Credentials = z.object({
  operators: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
  accounts: z.array(z.object({ name: z.string(), email: z.string(), password: z.string(), apiKey: z.string() })),
});

const Runtime = z.object({
  databaseUrl: z.string(),
  port: z.number(),
  launcherPid: z.number(),
  webPid: z.number().nullable(),
  workerPid: z.number().nullable(),
  providerUrl: z.string().nullable(),
  providerPid: z.number().nullable(),
  postgresPid: z.number().nullable(),
});

/** How to sign in to one installation, as its first start wrote it. */
export type Credentials = z.output<typeof Credentials>;

/** What runs in one installation now. */
export type Runtime = z.output<typeof Runtime>;

/** Reads DATA_DIR/credentials.json; throws when it is not of that form. */
export const readCredentials = async (dataDir: string): Promise<Credentials> =>
  Credentials.parse(await readJson(join(dataDir, 'credentials.json')));

/** Reads DATA_DIR/runtime.json of a running installation; throws when nothing runs. */
export const readRuntime = async (dataDir: string): Promise<Runtime> =>
  Runtime.parse(await readJson(join(dataDir, 'runtime.json')));

const readJson = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
