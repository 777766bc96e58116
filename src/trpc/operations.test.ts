import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { runBulkOnce } from '../jobs/run-bulk.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { auditOf, callAs, operator, sendCommand } from '../testing/desk.ts';
import { addCompleted, addConflictTo, addInProgress } from '../testing/records.ts';
import { openRuntime } from '../testing/runtime.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const reason = 'Wanted by the data protection officer.';
const PREVIEW = 'desk.operations.preview';
const START = 'desk.operations.start';
const ABORT = 'desk.operations.abort';

const ada = operator('resolver');
const desk = () => callAs(shop, ada).desk;

const preview = async (job: object, who = ada) => {
  const sent = await sendCommand(shop, who, PREVIEW, { job });
  return { ...sent, made: sent.data as { id: string; total: number; isCapped: boolean } };
};

const start = (id: string, kind: string, seenTotal: number, who = ada) =>
  sendCommand(shop, who, START, { id, kind, seenTotal, reason });

const records = (count: number, procedure = randomUUID()) =>
  Promise.all(Array.from({ length: count }, () => addCompleted(shop, { procedure })));

const stateAfterRound = async (id: string) => {
  await runBulkOnce(shop.runtime.engine);
  return (await desk().operations.get({ id })).operation.state;
};

const workUntilDone = async (id: string) => {
  await expect.poll(() => stateAfterRound(id)).toBe('done');
  return (await desk().operations.get({ id })).operation;
};

const itemsOf = async (id: string) =>
  (
    await shop.observer.query(
      'SELECT target_id::text, result, detail FROM bulk_item WHERE operation_id = $1 ORDER BY 1',
      [id],
    )
  ).rows;

test('a preview freezes what a filter names now: counted, shown, and nothing is done to it or to what comes later', async () => {
  const procedure = randomUUID();
  const ids = await records(3, procedure);
  const { status, made } = await preview({ kind: 'purge_answers', from: { page: 'records', filter: { procedure } } });
  expect([status, made]).toEqual([200, { id: expect.any(String), total: 3, isCapped: false }]);
  const [late] = await records(1, procedure);
  const { rows } = await desk().operations.items({ id: made.id });
  expect(rows.map(({ targetId, result, procedure: of }) => [targetId, result, of])).toEqual(
    ids.sort((a, b) => Number(a) - Number(b)).map((id) => [id, 'waiting', procedure]),
  );
  expect((await desk().records.get({ id: ids[0] as string })).record.answerKept).toBe('full');

  expect((await start(made.id, 'purge_answers', 3)).status).toBe(200);
  expect(await workUntilDone(made.id)).toMatchObject({ applied: 3, skipped: 0, failed: 0, waiting: 0, reason });
  expect((await desk().records.get({ id: late as string })).record.answerKept).toBe('full');
});

test('each item is done once with an audit row of its own, by whoever started it and for their reason', async () => {
  const ids = await records(3);
  const { made } = await preview({ kind: 'extend_retention', hours: 1_000, from: { page: 'selection', ids } });
  await start(made.id, 'extend_retention', 3);
  await workUntilDone(made.id);
  for (const id of ids) {
    expect(await auditOf(shop, { target: `record:${id}` })).toMatchObject([
      {
        action: 'record.extend_retention',
        actor_id: ada.userId,
        result: 'applied',
        reason,
        record_id: id,
        request_id: `operation:${made.id}`,
      },
    ]);
  }
  expect((await auditOf(shop, { target: `operation:${made.id}` })).map(({ action }) => action)).toEqual([
    'operation.preview',
    'operation.start',
  ]);
});

test('an item that cannot be done is skipped, and says why; the rest is done', async () => {
  const [open, [fine], [gone]] = [await addInProgress(shop), await records(1), await records(1)];
  const ids = [open, fine, gone] as string[];
  const { made } = await preview({ kind: 'purge_answers', from: { page: 'selection', ids } });
  await shop.observer.query('DELETE FROM idempotency_record WHERE id = $1', [gone]);
  await start(made.id, 'purge_answers', 3);
  expect(await workUntilDone(made.id)).toMatchObject({ applied: 1, skipped: 2, failed: 0 });
  const results = new Map(
    (await itemsOf(made.id)).map(({ target_id, detail }) => [target_id, String(detail).split(':')[0]]),
  );
  expect([results.get(open), results.get(fine as string), results.get(gone as string)]).toEqual([
    'not_completed',
    'null',
    'not_found',
  ]);
  expect(await auditOf(shop, { target: `record:${open}` })).toEqual([]);
});

test('an item whose audit row cannot be written is not done, is marked failed, and stops none of the others', async () => {
  const ids = await records(2);
  const { made } = await preview({ kind: 'purge_answers', from: { page: 'selection', ids } });
  await shop.observer.query(`
    CREATE FUNCTION test_refuse_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'full'; END $$;
    CREATE TRIGGER test_refuse_audit BEFORE INSERT ON audit_entry FOR EACH ROW WHEN (NEW.target = 'record:${ids[0]}')
      EXECUTE FUNCTION test_refuse_audit();`);
  await start(made.id, 'purge_answers', 2);
  expect(await workUntilDone(made.id)).toMatchObject({ applied: 1, failed: 1 });
  await shop.observer.query('DROP TRIGGER test_refuse_audit ON audit_entry; DROP FUNCTION test_refuse_audit');
  expect((await desk().records.get({ id: ids[0] as string })).record.answerKept).toBe('full');
  expect((await desk().records.get({ id: ids[1] as string })).record.answerKept).toBe('purged');
});

test('two workers do each item once', async () => {
  const ids = await records(40);
  const { made } = await preview({ kind: 'purge_answers', from: { page: 'selection', ids } });
  await start(made.id, 'purge_answers', 40);
  const other = openRuntime(shop.url);
  try {
    const rounds = await Promise.all([runBulkOnce(shop.runtime.engine), runBulkOnce(other.engine)]);
    expect(rounds.reduce((sum, { settled }) => sum + settled, 0)).toBe(40);
  } finally {
    await other.close();
  }
  expect(await workUntilDone(made.id)).toMatchObject({ applied: 40, skipped: 0, failed: 0 });
  const { rows } = await shop.observer.query(
    'SELECT target, count(*)::int FROM audit_entry WHERE request_id = $1 GROUP BY target',
    [`operation:${made.id}`],
  );
  expect([rows.length, rows.every(({ count }) => count === 1)]).toEqual([40, true]);
});

/** A machine that is busy takes its time until a statement waits. */
const PATIENT = { timeout: 20_000 };

const waitingForLocks = async () =>
  (
    await shop.observer.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).rowCount;

/** The process with time for its locks: here they are held until two others are seen to wait. */
const patient = (runtime: Runtime): Runtime => {
  const limits = { ...runtime.engine.limits, lockTimeoutMs: 60_000, statementTimeoutMs: 60_000, runMs: 90_000 };
  return { ...runtime, engine: { ...runtime.engine, limits } };
};

/** Aborts a job of five while its first item is in the middle of its transaction. */
const expectAborted = async (runtime: Runtime) => {
  const worker = patient(runtime);
  const ids = await records(5);
  const { made } = await preview({ kind: 'purge_answers', from: { page: 'selection', ids } });
  await start(made.id, 'purge_answers', 5);
  const first = ids.map(Number).sort((a, b) => a - b)[0];
  const client = await shop.observer.connect();
  await client.query(`BEGIN; SELECT FROM idempotency_record WHERE id = ${first} FOR UPDATE`);
  const round = runBulkOnce(worker.engine);
  await expect.poll(waitingForLocks, PATIENT).toBe(1);
  const web = { ...shop, runtime: patient(shop.runtime) };
  const aborting = sendCommand(web, operator('operator'), ABORT, { id: made.id, reason });
  await expect.poll(waitingForLocks, PATIENT).toBe(2);
  await client.query('COMMIT');
  client.release();
  expect((await aborting).status).toBe(200);
  const atAbort = await itemsOf(made.id);
  await round;
  await runBulkOnce(worker.engine);
  expect(await itemsOf(made.id)).toEqual(atAbort);
  const { operation } = await desk().operations.get({ id: made.id });
  // Only the item that was at work: the next one queued behind the abort.
  expect(operation).toMatchObject({ state: 'aborted', applied: 1, waiting: 4 });
};

test('once an abort is answered nothing more is done, and what was done stays', () => expectAborted(shop.runtime));

test('once an abort is answered a worker whose transactions are repeatable read, and began before it, does nothing more either', async () => {
  const url = new URL(shop.url);
  url.searchParams.set('options', '-c default_transaction_isolation=repeatable\\ read');
  const worker = openRuntime(url.href);
  try {
    // Connected before, so that the item's wait for its lock is not shortened by it.
    const shown = await worker.database.pool.query('SHOW transaction_isolation');
    expect(shown.rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
    await worker.database.prisma.product.findFirst();
    await expectAborted(worker);
  } finally {
    await worker.close();
  }
});

test('a job is started once, as it was shown, by whoever previewed it, within the hour', async () => {
  const ids = await records(2);
  const job = { kind: 'purge_answers', from: { page: 'selection', ids } };
  const [one, two] = [(await preview(job)).made, (await preview(job)).made];
  expect((await start(one.id, 'purge_answers', 3)).error?.data.refusal?.code).toBe('changed');
  expect((await start(one.id, 'extend_retention', 2)).error?.data.refusal?.code).toBe('changed');
  expect((await start(one.id, 'purge_answers', 2, operator('resolver'))).error?.data.refusal?.code).toBe('not_yours');
  const both = await Promise.all([start(one.id, 'purge_answers', 2), start(one.id, 'purge_answers', 2)]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await shop.observer.query(`UPDATE bulk_operation SET created_at = created_at - interval '61 min' WHERE id = $1`, [
    two.id,
  ]);
  expect((await start(two.id, 'purge_answers', 2)).error?.data.refusal?.code).toBe('preview_expired');
  await workUntilDone(one.id);
});

test('who may not do it to one may not do it to many', async () => {
  const ids = await records(1);
  const job = { kind: 'purge_answers', from: { page: 'selection', ids } };
  const refused = await preview(job, operator('operator'));
  expect([refused.status, refused.error?.data.denied]).toEqual([403, { reason: 'permission' }]);
  const { made } = await preview(job);
  const started = await start(made.id, 'purge_answers', 1, operator('operator'));
  expect([started.status, started.error?.data.denied]).toEqual([403, { reason: 'permission' }]);
  expect(await auditOf(shop, { target: `operation:${made.id}` })).toMatchObject([
    { action: 'operation.preview', result: 'applied' },
    { action: 'operation.start', result: 'refused', refusal: 'permission' },
  ]);
});

test('conflicts that occurred again after the preview are left for another look', async () => {
  const recordId = await addCompleted(shop);
  const [seen, again] = [await addConflictTo(shop, recordId), await addConflictTo(shop, recordId)];
  const { made } = await preview({
    kind: 'review_conflicts',
    from: { page: 'conflicts', filter: { record: recordId } },
  });
  await shop.observer.query(
    'UPDATE conflict_event SET last_seen_at = clock_timestamp(), occurrences = 2 WHERE id = $1',
    [again],
  );
  await start(made.id, 'review_conflicts', 2);
  expect(await workUntilDone(made.id)).toMatchObject({ applied: 1, skipped: 1 });
  const { rows } = await shop.observer.query('SELECT id::text FROM conflict_event WHERE reviewed_by = $1', [
    ada.userId,
  ]);
  expect(rows).toEqual([{ id: seen }]);
});

test('there is no bulk release, no bulk resolve, no more than ten thousand, and nothing of nothing', async () => {
  const from = { page: 'selection', ids: ['1'] };
  for (const kind of ['release', 'resolve', 'fence', 'decide'])
    expect((await preview({ kind, from })).status).toBe(400);
  const many = { page: 'selection', ids: Array.from({ length: 10_001 }, (_, i) => String(i + 1)) };
  expect((await preview({ kind: 'purge_answers', from: many })).status).toBe(400);
  const none = await preview({ kind: 'purge_answers', from: { page: 'records', filter: { procedure: randomUUID() } } });
  expect(none.error?.data.refusal?.code).toBe('nothing_matches');
});

test('of more than ten thousand matches the first of the list are frozen, and that is said', async () => {
  const procedure = randomUUID();
  await shop.observer.query(
    `INSERT INTO idempotency_record (scope, key, procedure, mode, caller, state, fingerprint, fingerprint_version, field_prints, lease_expires_at)
     SELECT 'acc_many', gen_random_uuid(), $1, 'transactional', 'api-key:1', 'IN_PROGRESS', '\\x00', 1, '{}', clock_timestamp()
     FROM generate_series(1, 10003)`,
    [procedure],
  );
  const { made } = await preview({ kind: 'purge_answers', from: { page: 'records', filter: { procedure } } });
  expect(made).toEqual({ id: expect.any(String), total: 10_000, isCapped: true });
});
