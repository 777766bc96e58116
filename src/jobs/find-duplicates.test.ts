import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addCompleted } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';
import { findDuplicatesOnce } from './find-duplicates-once.ts';

const shop = useShop();

beforeEach(async () => {
  await shop.observer.query('TRUNCATE idempotency_record, suspected_duplicate, computed_figure CASCADE');
});

/** A record of this request, made so many minutes ago; each has a key of its own. */
const attempt = async (request: string, minutesAgo: number, scope = 'acc_test'): Promise<string> => {
  const id = await addCompleted(shop, { scope, createdAt: `clock_timestamp() - interval '${minutesAgo} minutes'` });
  await shop.observer.query('UPDATE idempotency_record SET fingerprint = $2 WHERE id = $1', [id, Buffer.from(request)]);
  return id;
};

const suspected = async () => {
  const { rows } = await shop.observer.query<{ records: number; first_id: string; last_id: string }>(
    'SELECT records, first_id::text, last_id::text FROM suspected_duplicate ORDER BY id',
  );
  return rows.map(({ records, first_id, last_id }) => [records, first_id, last_id]);
};

// The trigger refuses a changed fingerprint of a completed record: tests need it out of the way to make some that agree.
beforeEach(async () => {
  await shop.observer.query('ALTER TABLE idempotency_record DISABLE TRIGGER idempotency_record_keeps_rules');
});

describe('suspected duplicates', () => {
  test('are records of one account with one request under different keys, minutes apart', async () => {
    const request = randomUUID();
    const first = await attempt(request, 30);
    const second = await attempt(request, 27);
    const third = await attempt(request, 23);
    await attempt(randomUUID(), 25);
    await attempt(request, 25, 'acc_other');
    await attempt(request, 10);
    expect(await findDuplicatesOnce(shop.runtime.database)).toEqual({
      scanned: 6,
      suspected: 1,
      isDone: true,
      failures: [],
    });
    expect([await suspected(), second]).toEqual([[[3, first, third]], second]);
  });

  test('grow by later records, also when the first ones were seen in an earlier round', async () => {
    const request = randomUUID();
    const first = await attempt(request, 30);
    await attempt(request, 28);
    await findDuplicatesOnce(shop.runtime.database);
    const last = await attempt(request, 26);
    expect(await findDuplicatesOnce(shop.runtime.database)).toMatchObject({ scanned: 1, suspected: 1 });
    expect(await suspected()).toEqual([[3, first, last]]);
    expect(await findDuplicatesOnce(shop.runtime.database)).toMatchObject({ scanned: 0, suspected: 0 });
    expect(await suspected()).toEqual([[3, first, last]]);
  });

  test('are found across pages of a round', async () => {
    const request = randomUUID();
    const ids: string[] = [];
    for (const minutesAgo of [40, 38, 36, 34]) ids.push(await attempt(request, minutesAgo));
    for (;;) if ((await findDuplicatesOnce(shop.runtime.database, 1)).isDone) break;
    expect(await suspected()).toEqual([[4, ids[0], ids[3]]]);
  });

  test('are found where the one that began later has the lower id, across pages too', async () => {
    const request = randomUUID();
    const later = await attempt(request, 29.8);
    const earlier = await attempt(request, 30);
    await attempt(randomUUID(), 20);
    for (;;) if ((await findDuplicatesOnce(shop.runtime.database, 1)).isDone) break;
    expect(await suspected()).toEqual([[2, earlier, later]]);
  });

  test('wait for a minute, in which a transaction with a lower id may still commit', async () => {
    const request = randomUUID();
    await attempt(request, 0);
    await attempt(request, 0);
    expect(await findDuplicatesOnce(shop.runtime.database)).toEqual({
      scanned: 0,
      suspected: 0,
      isDone: true,
      failures: [],
    });
  });

  test('are looked for by one worker at a time', async () => {
    const request = randomUUID();
    await attempt(request, 30);
    await attempt(request, 29);
    await findDuplicatesOnce(shop.runtime.database, 1);
    const client = await shop.observer.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM computed_figure FOR UPDATE');
    expect(await findDuplicatesOnce(shop.runtime.database)).toMatchObject({ scanned: 0, suspected: 0 });
    await client.query('ROLLBACK');
    client.release();
    expect(await findDuplicatesOnce(shop.runtime.database)).toMatchObject({ scanned: 1, suspected: 1 });
  });

  test('behind a record that cannot be looked at are found in later rounds', async () => {
    const [bad, good] = [randomUUID(), randomUUID()];
    await attempt(bad, 40);
    await attempt(bad, 38);
    const ids = [await attempt(good, 20), await attempt(good, 19)];
    await shop.observer.query(`
      CREATE FUNCTION public.refuse_one() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'not this one'; END $$;
      CREATE TRIGGER refuse_one BEFORE INSERT ON public.suspected_duplicate FOR EACH ROW
      WHEN (NEW.fingerprint = '\\x${Buffer.from(bad).toString('hex')}') EXECUTE FUNCTION public.refuse_one()`);
    onTestFinished(async () => {
      await shop.observer.query('DROP TRIGGER refuse_one ON suspected_duplicate; DROP FUNCTION refuse_one()');
    });
    const rounds: unknown[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { suspected: found, failures } = await findDuplicatesOnce(shop.runtime.database);
      rounds.push([found, failures.map(String)]);
    }
    expect(rounds).toContainEqual([0, ['error: not this one']]);
    expect(await suspected()).toEqual([[2, ...ids]]);
  });
});
