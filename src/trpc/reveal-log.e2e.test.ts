import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startAppProcess } from '../testing/app-process.ts';
import { fetchProcedure } from '../testing/call-procedure.ts';
import { addOperator, signedIn } from '../testing/people.ts';
import { addCompleted } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const SECRET = 'pi_1_secret_abcdefgh';
const NOTE = 'leave it at the back door';

test('an answer that is revealed, or fails to be, is in no line of the log', async () => {
  const id = await addCompleted(shop, { answer: JSON.stringify({ json: { note: NOTE, clientSecret: SECRET } }) });
  const cookie = (await signedIn(shop, await addOperator(shop, 'resolver'))).get('cookie') ?? '';
  const web = await startAppProcess({ role: 'web', databaseUrl: shop.url, providerUrl: 'http://127.0.0.1:9' });
  const headers = { cookie, origin: web.url };
  const reveal = async () => {
    const requestId = randomUUID();
    const input = { id, reason: 'The customer asked what was sent.', requestId };
    const { status } = await fetchProcedure(web.url, 'desk.records.revealAnswer', input, { key: requestId, headers });
    return {
      status,
      look: () => fetchProcedure(web.url, 'desk.records.revealedAnswer', { requestId }, { method: 'GET', headers }),
    };
  };
  try {
    const opened = await reveal();
    expect([opened.status, (await opened.look()).text.includes(NOTE)]).toEqual([200, true]);

    await shop.observer.query(`
      CREATE FUNCTION test_refuse_audit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the audit is full'; END $$;
      CREATE TRIGGER test_refuse_audit BEFORE INSERT ON audit_entry FOR EACH ROW EXECUTE FUNCTION test_refuse_audit();`);
    const failed = await reveal();
    expect([failed.status, (await failed.look()).status]).toEqual([500, 404]);
    // Something was logged, so that the search below is of a log that is there.
    await expect.poll(() => web.output(), { timeout: 20_000 }).toContain('the audit is full');
    for (const value of [NOTE, SECRET]) expect(web.output()).not.toContain(value);
  } finally {
    await web.kill();
  }
});
