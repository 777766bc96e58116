import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { callAs, operator, sendCommand } from '../testing/desk.ts';
import { addCompleted, addConflictTo, addInProgress } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const desk = () => callAs(shop, operator()).desk;
const set = (id: string, assignments: string) =>
  shop.observer.query(`UPDATE idempotency_record SET ${assignments} WHERE id = $1`, [id]);

beforeEach(() => shop.observer.query('TRUNCATE idempotency_record CASCADE'));

const LAPSED = `clock_timestamp() - interval '1 minute'`;

/** An open call of this record, whose key the provider may forget at that time. */
const addOpenCall = (recordId: string, keyWindowEndsAt: string) =>
  shop.observer.query(
    `INSERT INTO external_reference
       (record_id, step, ordinal, provider, operation, api_version, downstream_key, request, state, call_over_at, key_window_ends_at)
     VALUES ($1, 'charge', 0, 'card', 'charges.create', '1', $2, '{}', 'cannot_tell', clock_timestamp(), ${keyWindowEndsAt})`,
    [recordId, randomUUID()],
  );

describe('each preset has exactly its rows', () => {
  test('stuck: in progress with a lapsed lease and nobody asked for, the oldest first', async () => {
    const younger = await addInProgress(shop, { leaseExpiresAt: LAPSED });
    const older = await addInProgress(shop, {
      leaseExpiresAt: LAPSED,
      createdAt: `clock_timestamp() - interval '1 hour'`,
    });
    await addInProgress(shop);
    await addCompleted(shop);
    const parked = await addInProgress(shop, { leaseExpiresAt: LAPSED });
    await set(parked, `parked_reason = 'Eight tries are spent.'`);
    const unknown = await addInProgress(shop, { leaseExpiresAt: LAPSED });
    await set(unknown, `state = 'UNKNOWN', unknown_reason = 'Nobody can say.'`);
    const { rows } = await desk().stuck.list();
    expect(rows.map(({ id }) => id)).toEqual([older, younger]);
    expect(await desk().stuck.count()).toMatchObject({ kind: 'exact', count: 2 });
    expect((await desk().unknown.list()).rows.map(({ id }) => id)).toEqual([parked, unknown]);
  });

  test('unknown: why, who holds it, and when the provider may forget the key', async () => {
    const id = await addInProgress(shop, { leaseExpiresAt: LAPSED });
    await set(
      id,
      `state = 'UNKNOWN', unknown_reason = 'sk_live_abcdefgh12345678 was refused.', held_by = 'ada', external_began = true`,
    );
    await addOpenCall(id, `timestamptz '2026-12-24 10:00Z'`);
    const [row] = (await desk().unknown.list()).rows;
    expect(row).toMatchObject({
      heldBy: 'ada',
      externalBegan: true,
      keyWindowEndsAt: new Date('2026-12-24T10:00:00Z'),
    });
    expect(row?.unknownReason).toBe('sk_live_•••• was refused.');
  });

  test('expiring: unresolved ones whose provider soon forgets first, then answers by their end', async () => {
    const soon = await addCompleted(shop, { createdAt: `clock_timestamp() - interval '71 hours 40 minutes'` });
    const sooner = await addCompleted(shop, { createdAt: `clock_timestamp() - interval '71 hours 50 minutes'` });
    await addCompleted(shop);
    await addCompleted(shop, { createdAt: `clock_timestamp() - interval '80 hours'` });
    const unresolved = await addInProgress(shop, { leaseExpiresAt: LAPSED });
    await addOpenCall(unresolved, `clock_timestamp() + interval '30 minutes'`);
    const atWork = await addInProgress(shop);
    await addOpenCall(atWork, `clock_timestamp() + interval '30 minutes'`);
    const first = await desk().expiring.list({ limit: 2 });
    expect(first.rows.map(({ id }) => id)).toEqual([unresolved, sooner]);
    const second = await desk().expiring.list({ limit: 2, after: first.rows.at(-1)?.position });
    expect(second.rows.map(({ id }) => id)).toEqual([soon]);
    expect(await desk().expiring.count()).toMatchObject({ kind: 'exact', count: 3 });
  });

  test('conflicts: unreviewed ones, and the most repeated first over ties', async () => {
    const record = await addCompleted(shop);
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await addConflictTo(shop, record));
    await shop.observer.query('UPDATE conflict_event SET occurrences = 9 WHERE id = $1', [ids[2]]);
    await shop.observer.query(
      `UPDATE conflict_event SET reviewed_at = clock_timestamp(), reviewed_by = 'ada' WHERE id = $1`,
      [ids[5]],
    );
    const seen: string[] = [];
    let after: string | undefined;
    for (;;) {
      const page = await desk().conflicts.list({ sort: 'occurrences', reviewed: 'no', limit: 2, after });
      seen.push(...page.rows.map(({ id }) => id));
      if (!page.hasNext) break;
      after = page.rows.at(-1)?.position;
    }
    expect(seen).toEqual([ids[2], ids[4], ids[3], ids[1], ids[0]]);
  });
});

describe('a screen that is read again', () => {
  test('gets its rows that are not on the page any more, says which still belong, and leaves out what is gone', async () => {
    const stuck = await addInProgress(shop, { leaseExpiresAt: LAPSED });
    const revived = await addInProgress(shop, { leaseExpiresAt: LAPSED });
    await set(revived, `lease_expires_at = clock_timestamp() + interval '1 minute'`);
    const gone = await addInProgress(shop, { leaseExpiresAt: LAPSED });
    await shop.observer.query('DELETE FROM idempotency_record WHERE id = $1', [gone]);
    const page = await desk().stuck.list({ known: [stuck, revived, gone] });
    expect(page.rows.map(({ id }) => id)).toEqual([stuck]);
    expect(page.known.map(({ id, fits }) => [id, fits])).toEqual([[revived, false]]);
  });

  test('goes the other way, too: from the oldest, page by page, without one twice', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1)
      ids.push(await addCompleted(shop, { createdAt: `timestamptz '2026-11-01 10:00:00.5Z'` }));
    const first = await desk().records.list({ order: 'asc', limit: 3 });
    const second = await desk().records.list({ order: 'asc', limit: 3, after: first.rows.at(-1)?.position });
    expect([...first.rows, ...second.rows].map(({ id }) => id)).toEqual(ids);
    expect(second.hasNext).toBe(false);
  });
});

describe('saved views', () => {
  const save = { page: 'records', query: 'state=UNKNOWN', isShared: false } as const;

  test('are their owner’s, until shared; the same name again replaces one', async () => {
    const [ada, bob] = [operator(), operator()];
    const name = randomUUID();
    const seenBy = async (actor: typeof ada, page: 'records' | 'stuck' = 'records') =>
      (await callAs(shop, actor).desk.views.list({ page })).filter((view) => view.name === name);
    await sendCommand(shop, ada, 'desk.views.save', { ...save, name });
    expect([await seenBy(ada, 'stuck'), await seenBy(bob)]).toEqual([[], []]);
    const [mine] = await seenBy(ada);
    expect(mine).toMatchObject({ query: 'state=UNKNOWN', isMine: true });
    await sendCommand(shop, ada, 'desk.views.save', { ...save, name, isShared: true, query: '' });
    const [shared] = await seenBy(bob);
    expect(shared).toMatchObject({ id: mine?.id, query: '', isMine: false, isShared: true });
    await sendCommand(shop, bob, 'desk.views.remove', { id: mine?.id });
    expect(await seenBy(ada)).toHaveLength(1);
    await sendCommand(shop, ada, 'desk.views.remove', { id: mine?.id });
    expect([await seenBy(ada), await seenBy(bob)]).toEqual([[], []]);
  });
});
