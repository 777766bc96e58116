import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '../postgres/guarded-tx.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let engine: TestEngine;
beforeAll(() => {
  // One connection: whoever comes next gets that very session, if it is kept.
  engine = openEngine(shop.url, { pool: { size: 1 } });
});
afterAll(() => engine.close());

type Session = { pid: number; zone: string; style: string; path: string };
const session = async (tx: Tx): Promise<Session> => {
  const [row] = await tx.$queryRaw<Session[]>`
    SELECT pg_backend_pid() AS pid, current_setting('TimeZone') AS zone, current_setting('DateStyle') AS style,
      current_setting('search_path') AS path`;
  if (!row) throw new Error('The session told nothing of itself.');
  return row;
};
const look = async (): Promise<Session> => {
  let seen: Session | undefined;
  await run(engine, keyed(), async (tx) => {
    seen = await session(tx);
    return 'seen';
  });
  if (!seen) throw new Error('The work did not run.');
  return seen;
};
const set = (statement: string) => run(engine, keyed(), async (tx) => void (await tx.$executeRawUnsafe(statement)));

test.each([`SET TIME ZONE 'Asia/Kolkata'`, 'SET DateStyle = German', 'SET search_path = public, pg_catalog'])(
  'a session in which the work said %s is not handed on',
  async (statement) => {
    const before = await look();
    await set(statement);
    const after = await look();
    // By another session, or by this one made as new: before PostgreSQL 18 the server says nothing of a search_path.
    expect(after).toEqual({ ...before, pid: after.pid });
  },
);

test('a session in which the work changed a setting for its own transaction is kept', async () => {
  const before = await look();
  await set(`SET LOCAL TIME ZONE 'Asia/Kolkata'`);
  expect(await look()).toEqual(before);
});
