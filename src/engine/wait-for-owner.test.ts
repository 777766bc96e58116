import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { gate } from '../testing/gate.ts';
import { type PgProxy, startPgProxy } from '../testing/pg-proxy/proxy.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
let owners: TestEngine;
let waiters: TestEngine;
let proxy: PgProxy;
let key: string;

beforeEach(async () => {
  key = randomUUID();
  owners = openEngine(shop.url);
  proxy = await startPgProxy(shop.url);
  // One connection: a waiting request that held it would keep everybody else out.
  waiters = openEngine(proxy.url, { pool: { size: 1 } });
});
afterEach(async () => {
  proxy.close();
  await waiters.close();
  await owners.close();
});

/** A run under `key` that has claimed and ends as told. */
const owner = async () => {
  const working = gate();
  let end: (fault?: Error) => void = () => {};
  const ending = new Promise<void>((resolve, reject) => {
    end = (fault) => (fault ? reject(fault) : resolve());
  });
  const answer = run(owners, keyed({ key }), async () => {
    working.open();
    await ending;
    return 'owner';
  });
  answer.catch(() => {});
  await working.opened;
  return { answer, end };
};

/** A duplicate that has met the running owner and waits for it; the bound is longer than any test may last. */
const waiting = async () => {
  const looking = proxy.holdBefore(/pg_locks/);
  const answer = run(waiters, keyed({ key, policy: { waitMs: 60_000 } }), async () => {
    throw new Error('A duplicate ran.');
  });
  await looking.reached;
  return { answer, release: looking.release };
};

describe('a duplicate that opted into waiting', () => {
  test('is answered with a replay when the owner ends', async () => {
    const { answer, end } = await owner();
    const duplicate = await waiting();
    duplicate.release();
    end();
    await answer;
    expect(await duplicate.answer).toMatchObject({ kind: 'answered', replayed: true, text: '"owner"' });
  });

  test('holds no connection between its looks', async () => {
    const { answer, end } = await owner();
    const duplicate = await waiting();
    duplicate.release();
    for (let round = 0; round < 10; round += 1) {
      expect(await run(waiters, keyed(), async () => round)).toMatchObject({ kind: 'answered', replayed: false });
    }
    end();
    await answer;
    expect(await duplicate.answer).toMatchObject({ replayed: true });
  });

  test('is told in flight when its own bound ends first', async () => {
    const { answer, end } = await owner();
    const bounded = run(waiters, keyed({ key, policy: { waitMs: 30 } }), async () => 'ran');
    expect(await bounded).toMatchObject({ kind: 'refused', refusal: { reason: 'in_flight' } });
    end();
    await answer;
  });

  test('is told in flight, and does not run by itself, when the owner rolls back', async () => {
    const { answer, end } = await owner();
    const duplicate = await waiting();
    end(new Error('raised by the work'));
    await expect(answer).rejects.toThrow('raised by the work');
    duplicate.release();
    expect(await duplicate.answer).toMatchObject({ kind: 'refused', refusal: { reason: 'in_flight' } });
  });
});
