import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { acceptInvitation, invitationOf } from '../auth/accept-invitation.ts';
import type { OperatorRole } from '../desk/permissions.ts';
import { callAs, operator } from '../testing/desk.ts';
import { addCustomer, addOperator, type Person, signedIn } from '../testing/people.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();
const REASON = 'Joins the night shift, ticket 4711.';
const PASSWORD = 'correct horse battery';

const rows = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await shop.observer.query(sql, values)).rows as Row[];

/** The desk's commands as an admin, each under a request id of its own. */
const access = (requestId: string = randomUUID()) => ({
  requestId,
  desk: callAs(shop, operator('admin'), new Headers({ 'idempotency-key': requestId })).desk.access,
});

const invited = async (role: OperatorRole = 'resolver') => {
  const email = `${randomUUID()}@desk.example`;
  const { desk, requestId } = access();
  const answer = await desk.invite({ email, name: 'Ada', role, reason: REASON, requestId });
  return { email, requestId, ...answer };
};

const idOf = async ({ email }: Pick<Person, 'email'>): Promise<string> =>
  (await rows<{ id: string }>('SELECT id FROM "user" WHERE email = $1', email))[0]?.id ?? '';

const actorOf = async (person: Person) => shop.runtime.authenticate(await signedIn(shop, person));

describe('an invitation', () => {
  test('becomes a person of that role, once', async () => {
    const { email, token } = await invited('approver');
    expect(await invitationOf(shop.runtime.database, token)).toMatchObject({ email, role: 'approver' });
    expect(await acceptInvitation(shop.runtime.database, token, PASSWORD)).toEqual({ kind: 'accepted', email });
    expect(await actorOf({ email, password: PASSWORD })).toMatchObject({
      kind: 'operator',
      role: 'approver',
      name: 'Ada',
    });
    expect(await acceptInvitation(shop.runtime.database, token, 'another password')).toEqual({ kind: 'no_invitation' });
  });

  test('used twice at once makes one person', async () => {
    const { email, token } = await invited();
    const ends = await Promise.all([1, 2, 3].map(() => acceptInvitation(shop.runtime.database, token, PASSWORD)));
    expect(ends.filter(({ kind }) => kind === 'accepted')).toHaveLength(1);
    expect(await rows('SELECT 1 FROM "user" WHERE email = $1', email)).toHaveLength(1);
  });

  test('is over after 72 hours, when it is revoked, and when the same address is invited anew', async () => {
    const late = await invited();
    const [row] = await rows<{ hours: number }>(
      'SELECT round(extract(epoch FROM expires_at - created_at) / 3600)::int AS hours FROM invitation WHERE id = $1',
      late.id,
    );
    expect(row?.hours).toBe(72);
    await rows(`UPDATE invitation SET expires_at = clock_timestamp() - interval '1 second' WHERE id = $1`, late.id);
    expect(await acceptInvitation(shop.runtime.database, late.token, PASSWORD)).toEqual({ kind: 'no_invitation' });

    const revoked = await invited();
    const { desk, requestId } = access();
    await desk.revokeInvitation({ id: revoked.id, reason: REASON, requestId });
    expect(await invitationOf(shop.runtime.database, revoked.token)).toBeNull();

    const first = await invited();
    const again = access();
    const { email } = first;
    await again.desk.invite({ email, name: 'Ada', role: 'viewer', reason: REASON, requestId: again.requestId });
    expect(await invitationOf(shop.runtime.database, first.token)).toBeNull();
  });

  test('leaves its token nowhere: not in its row, the audit or the stored answer', async () => {
    const { token, requestId } = await invited();
    for (const table of ['invitation', 'audit_entry', 'idempotency_record']) {
      const found = await rows(`SELECT 1 FROM ${table} AS t WHERE t::text LIKE $1`, `%${token}%`);
      expect(found, table).toEqual([]);
    }
    expect(await rows('SELECT result, target FROM audit_entry WHERE request_id = $1', requestId)).toMatchObject([
      { result: 'applied', target: expect.stringMatching(/^invitation:/) },
    ]);
  });

  test('to somebody who signs in already is refused', async () => {
    const { email } = await addOperator(shop, 'viewer');
    const { desk, requestId } = access();
    await expect(desk.invite({ email, name: 'Ada', role: 'admin', reason: REASON, requestId })).rejects.toThrow(
      /already/,
    );
  });
});

describe('a change of role', () => {
  test('ends the sessions of that person, who signs in again with the new one', async () => {
    const person = await addOperator(shop, 'viewer');
    const headers = await signedIn(shop, person);
    const { desk, requestId } = access();
    const userId = await idOf(person);
    const change = { userId, role: 'resolver', seenRole: 'viewer', reason: REASON } as const;
    expect(await desk.changeRole({ ...change, requestId })).toMatchObject({
      role: 'resolver',
      sessionsEnded: 1,
    });
    expect(await shop.runtime.authenticate(headers)).toMatchObject({ kind: 'nobody' });
    expect(await actorOf(person)).toMatchObject({ kind: 'operator', role: 'resolver' });
  });

  test('of a role that was not seen is refused with what it is now', async () => {
    const userId = await idOf(await addOperator(shop, 'viewer'));
    const { desk, requestId } = access();
    const change = { userId, role: 'admin', seenRole: 'auditor', reason: REASON } as const;
    await expect(desk.changeRole({ ...change, requestId })).rejects.toThrow(/"viewer" by now/);
  });

  test('never takes the last admin away, also when two admins take it from each other at once', async () => {
    await rows(`UPDATE "user" SET role = 'viewer' WHERE role = 'admin'`);
    const admins = await Promise.all([addOperator(shop, 'admin'), addOperator(shop, 'admin')]);
    const demote = async (person: Person) => {
      const { desk, requestId } = access();
      const change = { userId: await idOf(person), role: 'viewer', seenRole: 'admin', reason: REASON } as const;
      return await desk.changeRole({ ...change, requestId });
    };
    const ends = await Promise.allSettled(admins.map(demote));
    expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await rows(`SELECT 1 FROM "user" WHERE role = 'admin' AND NOT banned`)).toHaveLength(1);
    const [last] = await rows<{ id: string }>(`SELECT id FROM "user" WHERE role = 'admin'`);
    const { desk, requestId } = access();
    const disable = { userId: last?.id ?? '', disabled: true, seenDisabled: false, reason: REASON };
    await expect(desk.setDisabled({ ...disable, requestId })).rejects.toThrow(/last admin/);
  });

  test('is not for customers', async () => {
    const userId = await idOf(await addCustomer(shop));
    const { desk, requestId } = access();
    const change = { userId, role: 'admin', seenRole: 'viewer', reason: REASON } as const;
    await expect(desk.changeRole({ ...change, requestId })).rejects.toThrow(/no such operator/);
  });
});

test('who is disabled is signed out and may not sign in, until enabled again', async () => {
  const person = await addOperator(shop, 'operator');
  const headers = await signedIn(shop, person);
  const userId = await idOf(person);
  const off = access();
  await off.desk.setDisabled({ userId, disabled: true, seenDisabled: false, reason: REASON, requestId: off.requestId });
  expect(await shop.runtime.authenticate(headers)).toMatchObject({ kind: 'nobody' });
  await expect(signedIn(shop, person)).rejects.toThrow(/banned/);
  const on = access();
  await on.desk.setDisabled({ userId, disabled: false, seenDisabled: true, reason: REASON, requestId: on.requestId });
  expect(await actorOf(person)).toMatchObject({ kind: 'operator' });
});

test('signing out everywhere ends one’s own sessions and nobody else’s; an admin ends those of another', async () => {
  const person = await addOperator(shop, 'viewer');
  const other = await addOperator(shop, 'viewer');
  const [first, second, others] = await Promise.all([
    signedIn(shop, person),
    signedIn(shop, person),
    signedIn(shop, other),
  ]);
  const actor = await shop.runtime.authenticate(first);
  const requestId = randomUUID();
  const mine = callAs(shop, actor, new Headers({ 'idempotency-key': requestId })).desk.access;
  expect((await mine.sessions()).sessions).toHaveLength(2);
  expect(await mine.signOutMe({ requestId })).toEqual({ sessionsEnded: 2 });
  for (const headers of [first, second])
    expect(await shop.runtime.authenticate(headers)).toMatchObject({ kind: 'nobody' });
  expect(await shop.runtime.authenticate(others)).toMatchObject({ kind: 'operator' });
  const admin = access();
  await admin.desk.signOutPerson({ userId: await idOf(other), reason: REASON, requestId: admin.requestId });
  expect(await shop.runtime.authenticate(others)).toMatchObject({ kind: 'nobody' });
});

test('a session of more than fifteen minutes is asked to sign in again before it changes access', async () => {
  const old = operator('admin');
  if (old.kind !== 'operator') throw new Error('No operator.');
  const requestId = randomUUID();
  const actor = { ...old, signedInAt: new Date(Date.now() - 16 * 60_000) };
  const { desk } = callAs(shop, actor, new Headers({ 'idempotency-key': requestId }));
  await expect(
    desk.access.invite({ email: 'x@desk.example', name: 'X', role: 'viewer', reason: REASON, requestId }),
  ).rejects.toThrow(/15 minutes/);
});
