import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { callAs, operator } from '../testing/desk.ts';
import { addCompleted, addInProgress } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const desk = (role: Parameters<typeof operator>[0] = 'resolver') => callAs(shop, operator(role)).desk;
const sql = (text: string, ...values: unknown[]) => shop.observer.query(text, values);

const addAct = async (recordId: string, columns: { action?: string; actorId?: string; at?: string } = {}) => {
  const { rows } = await sql(
    `INSERT INTO audit_entry (actor_id, actor_name, role, action, result, request_id, target, record_id, reason, at)
     VALUES ($1, 'Ada', 'resolver', $2, 'applied', gen_random_uuid()::text, 'record:' || $3::text, $3::bigint, 'ticket 12', ${columns.at ?? 'clock_timestamp()'})
     RETURNING id::text`,
    columns.actorId ?? 'u_ada',
    columns.action ?? 'retention.extend',
    recordId,
  );
  return rows[0].id as string;
};

const addEvent = (recordId: string, event: string, detail: string | null = null) =>
  sql(
    'INSERT INTO record_event (record_id, attempt, event, step, detail) VALUES ($1, 1, $2, $3, $4)',
    recordId,
    event,
    'charge',
    detail,
  );

test('every event of the timeline has an id that is the same at the next read', async () => {
  const id = await addInProgress(shop, { leaseExpiresAt: `clock_timestamp() - interval '1 minute'` });
  for (const event of ['call_intended', 'late_write_rejected']) await addEvent(id, event);
  await addAct(id);
  const ids = async () => (await desk().records.get({ id })).timeline.map((event) => event.id);
  const first = await ids();
  expect(new Set(first).size).toBe(first.length);
  expect(await ids()).toEqual(first);
  expect(first).toEqual(expect.arrayContaining(['claimed', 'lease-lapsed', expect.stringMatching(/^audit-\d+$/)]));
});

test('an act of an operator is one line: the run’s own event, with who and why and the way to the audit row', async () => {
  const id = await addInProgress(shop);
  await addEvent(id, 'fenced');
  const auditId = await addAct(id, { action: 'record.fence' });
  const { timeline } = await desk().records.get({ id });
  expect(timeline.filter(({ kind }) => kind === 'operator')).toEqual([]);
  expect(timeline).toContainEqual(
    expect.objectContaining({ kind: 'run', event: 'fenced', act: { auditId, actorName: 'Ada', reason: 'ticket 12' } }),
  );
});

test('an effect that was found late is an alarm that names its event', async () => {
  const id = await addInProgress(shop);
  await addEvent(id, 'effect_found_late', 'ch_7 exists');
  const { alarms, timeline } = await desk().records.get({ id });
  expect(alarms).toMatchObject([{ text: 'charge: ch_7 exists' }]);
  expect(timeline.map((event) => event.id)).toContain(alarms[0]?.eventId);
});

test('a hold says who, since when, why, and that it is idle after half an hour', async () => {
  const id = await addInProgress(shop);
  await sql(`UPDATE idempotency_record SET held_by = 'u_ada' WHERE id = $1`, id).catch(() => {});
  const hold = (touched: string) =>
    sql(
      `INSERT INTO record_hold (record_id, held_by, held_name, reason, not_before, touched_at)
       VALUES ($1, 'u_ada', 'Ada', 'customer called', clock_timestamp(), clock_timestamp() - $2::interval)
       ON CONFLICT (record_id) DO UPDATE SET touched_at = excluded.touched_at`,
      id,
      touched,
    );
  await hold('29 minutes');
  expect((await desk().records.get({ id })).hold).toMatchObject({
    heldName: 'Ada',
    reason: 'customer called',
    isIdle: false,
  });
  await hold('31 minutes');
  expect((await desk().records.get({ id })).hold?.isIdle).toBe(true);
});

test('evidence is shown with its weight and whether it still counts, its text masked', async () => {
  const id = await addInProgress(shop);
  await sql(
    `INSERT INTO lookup_evidence (record_id, attempt, step, ordinal, weight, result, provider, operation, downstream_key,
       provider_id, raw, key_window_open, taken_by, valid_until)
     VALUES ($1, 1, 'charge', 1, 'authoritative', 'found_succeeded', 'cards', 'charge', $2, 'ch_1',
       '{"id":"ch_1","email":"b@acme.example"}', true, 'u_ada', clock_timestamp() - interval '1 second')`,
    id,
    randomUUID(),
  );
  const { evidence } = await desk().records.get({ id });
  expect(evidence).toMatchObject([
    { weight: 'authoritative', result: 'found_succeeded', isValid: false, takenBy: 'u_ada' },
  ]);
  expect(evidence[0]?.raw).not.toContain('b@acme.example');
});

test('an answer of more than 256 KiB is sent only when the whole of it is asked for', async () => {
  const answer = JSON.stringify({ json: 'x'.repeat(300_000) });
  const id = await addCompleted(shop, { answer });
  expect(await desk().records.answer({ id })).toMatchObject({ text: null, isLarger: true, bytes: answer.length });
  expect(await desk().records.answer({ id, whole: true })).toMatchObject({
    text: expect.stringContaining('xxx'),
    isLarger: false,
  });
});

test('the audit of a record is whole for those who read the audit, and one’s own for the others', async () => {
  const id = await addCompleted(shop);
  const actor = operator('resolver');
  if (actor.kind !== 'operator') throw new Error('No operator.');
  const own = await addAct(id, { actorId: actor.userId });
  const others = await addAct(id);
  const asResolver = await callAs(shop, actor).desk.records.audit({ id });
  expect(asResolver).toMatchObject({ isOwnOnly: true, entries: [{ id: own, reason: 'ticket 12' }] });
  const asAdmin = await desk('admin').records.audit({ id });
  expect(asAdmin.isOwnOnly).toBe(false);
  expect(asAdmin.entries.map((entry) => entry.id)).toEqual([others, own]);
});

test('a pasted id of a provider opens its record, or the list where several have it', async () => {
  const providerId = `ch_${randomUUID()}`;
  const refer = async () => {
    const id = await addInProgress(shop);
    await sql(
      `INSERT INTO external_reference (record_id, step, ordinal, provider, operation, api_version, downstream_key, request,
         state, provider_id, call_over_at, key_window_ends_at, settled_at)
       VALUES ($1, 'charge', 1, 'cards', 'charge', '1', $2, '{}', 'confirmed', $3, clock_timestamp(), clock_timestamp(), clock_timestamp())`,
      id,
      randomUUID(),
      providerId,
    );
    return id;
  };
  const id = await refer();
  expect(await desk().search({ text: providerId })).toEqual({ kind: 'record', id });
  await refer();
  expect(await desk().search({ text: providerId })).toEqual({ kind: 'list', filter: 'providerId', value: providerId });
});
