import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Generates Prisma's client when the schema or Prisma changed, or when it is missing. */
export function generatePrismaClient(root) {
  const prisma = join(root, 'node_modules', 'prisma');
  const schema = readFileSync(join(root, 'prisma', 'schema.prisma'));
  const version = JSON.parse(readFileSync(join(prisma, 'package.json'), 'utf8')).version;
  const print = createHash('sha256').update(schema).update(version).digest('hex');
  // Beside the packages and not in the generated folder, which Prisma empties.
  const stamp = join(root, 'node_modules', '.latchkey-prisma');
  const generated = join(root, 'src', 'postgres', 'generated', 'client.ts');
  if (existsSync(generated) && existsSync(stamp) && readFileSync(stamp, 'utf8') === print) return;
  run(process.execPath, [join(prisma, 'build', 'index.js'), 'generate'], {
    cwd: root,
    whenItFails: "Prisma's client could not be generated from prisma/schema.prisma. It said:",
    env: {
      ...process.env,
      // Generating needs no engine, but looks for one and would download it: any existing file satisfies it.
      PRISMA_SCHEMA_ENGINE_BINARY: join(prisma, 'build', 'schema_engine_bg.wasm'),
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
    },
  });
  writeFileSync(stamp, print);
}
