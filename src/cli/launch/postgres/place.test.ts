import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { OUR_SERVER } from './binaries.ts';
import { choosePlace } from './place.ts';
import { isReachableByAll } from './reachable.ts';
import { postgresUser } from './system-user.ts';

// Only root lends PostgreSQL another user; anybody else runs it where the data directory is.
const isRoot = process.getuid?.() === 0;
let home: string;
let dataDir: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'latchkey-place-'));
  dataDir = join(home, '.data');
  mkdirSync(dataDir);
});

afterEach(() => {
  rmSync(home, { recursive: true });
});

test('the data is in DATA_DIR where the user of the server can get there', async () => {
  for (const path of [home, dataDir]) chmodSync(path, 0o711);
  expect((await choosePlace(OUR_SERVER, dataDir, postgresUser())).dataDirectory).toBe(join(dataDir, 'postgres'));
});

test.runIf(isRoot)('root in a closed directory gets an open place for the data, the same one every time', async () => {
  const place = await choosePlace(OUR_SERVER, dataDir, postgresUser());
  try {
    expect(isReachableByAll(dirname(place.dataDirectory))).toBe(true);
    expect(isReachableByAll(place.binDirectory)).toBe(true);
    mkdirSync(place.dataDirectory);
    expect(existsSync(join(dataDir, 'postgres'))).toBe(true);
    expect(await choosePlace(OUR_SERVER, dataDir, postgresUser())).toEqual(place);
  } finally {
    rmSync(dirname(place.dataDirectory), { recursive: true });
  }
});
