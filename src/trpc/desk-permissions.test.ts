import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../auth/actor.ts';
import { OPERATOR_ROLES, type Permission, roleMay } from '../desk/permissions.ts';
import { account, callAs, operator } from '../testing/desk.ts';
import { addAlarmTo, addCompleted, addConflictTo } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';
import { appRouter } from './app-router.ts';

const shop = useShop();

type Desk = ReturnType<typeof callAs>['desk'];

const REASON = 'Asked for by the table of roles.';

const keyExpiryOf = async (id: string): Promise<Date> => {
  const { rows } = await shop.observer.query('SELECT key_expires_at FROM idempotency_record WHERE id = $1', [id]);
  return rows[0].key_expires_at;
};

const addOperation = async (actorId = ''): Promise<string> => {
  const { rows } = await shop.observer.query(
    `INSERT INTO bulk_operation (kind, filter, settings, actor_id, actor_name, role, reason, state, total)
     VALUES ('extend_retention', '{}', '{"hours":1}', $1, '', '', '', 'preview', 1) RETURNING id::text`,
    [actorId],
  );
  return rows[0].id;
};

const addEntry = async (): Promise<string> => {
  const { rows } = await shop.observer.query(
    `INSERT INTO audit_entry (actor_id, actor_name, role, action, result, request_id, target)
     VALUES ('ada', 'Ada', 'resolver', 'record.fence', 'applied', gen_random_uuid(), 'record:1') RETURNING id::text`,
  );
  return rows[0].id;
};

const addView = async (ownerId: string): Promise<string> => {
  const { rows } = await shop.observer.query(
    `INSERT INTO saved_view (owner_id, page, name, query) VALUES ($1, 'records', $2, '') RETURNING id::text`,
    [ownerId, randomUUID()],
  );
  return rows[0].id;
};

type Call = (desk: Desk, id: string, requestId: string, actorId: string) => Promise<unknown>;

/** A flow refuses a completed record with 409, and by then the role has passed. */
const untilRefused = (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => {
    if (!(error instanceof TRPCError && error.code === 'CONFLICT')) throw error;
  });

/** Somebody of the desk whose access can be changed. */
const addPerson = async (): Promise<string> => {
  const { rows } = await shop.observer.query(
    `INSERT INTO "user" (id, name, email, role) SELECT t, t, t || '@desk.example', 'viewer' FROM (SELECT gen_random_uuid()::text AS t) AS made
     RETURNING id`,
  );
  return rows[0].id;
};

const addInvitation = async (): Promise<string> => {
  const { rows } = await shop.observer.query(
    `INSERT INTO invitation (id, email, name, role, token_hash, invited_by, expires_at)
     SELECT t, t || '@desk.example', 'Ada', 'viewer', sha256(t::bytea), 'test', now() + interval '1 hour'
     FROM (SELECT gen_random_uuid()::text AS t) AS made RETURNING id`,
  );
  return rows[0].id;
};

/** Every procedure of the desk, what it needs, and a call of it. `id` is a completed record's. */
const PROCEDURES: Readonly<Record<string, readonly [Permission, Call]>> = {
  'desk.access.people': ['access:manage', (desk) => desk.access.people()],
  'desk.access.sessions': ['overview:read', (desk) => desk.access.sessions()],
  'desk.access.invite': [
    'access:manage',
    (desk, id, requestId) =>
      desk.access.invite({ email: `i${id}@desk.example`, name: 'Ada', role: 'viewer', reason: REASON, requestId }),
  ],
  'desk.access.revokeInvitation': [
    'access:manage',
    async (desk, _id, requestId) =>
      desk.access.revokeInvitation({ id: await addInvitation(), reason: REASON, requestId }),
  ],
  'desk.access.changeRole': [
    'access:manage',
    async (desk, _id, requestId) => {
      const change = { userId: await addPerson(), role: 'operator', seenRole: 'viewer', reason: REASON } as const;
      return desk.access.changeRole({ ...change, requestId });
    },
  ],
  'desk.access.setDisabled': [
    'access:manage',
    async (desk, _id, requestId) => {
      const change = { userId: await addPerson(), disabled: true, seenDisabled: false, reason: REASON };
      return desk.access.setDisabled({ ...change, requestId });
    },
  ],
  'desk.access.signOutPerson': [
    'access:manage',
    async (desk, _id, requestId) => desk.access.signOutPerson({ userId: await addPerson(), reason: REASON, requestId }),
  ],
  'desk.access.signOutMe': ['overview:read', (desk, _id, requestId) => desk.access.signOutMe({ requestId })],
  'desk.overview.get': ['overview:read', (desk) => desk.overview.get()],
  'desk.overview.counts': ['overview:read', (desk) => desk.overview.counts()],
  'desk.records.list': ['records:read', (desk) => desk.records.list()],
  'desk.records.count': ['records:read', (desk) => desk.records.count()],
  'desk.conflicts.count': ['conflicts:read', (desk) => desk.conflicts.count()],
  'desk.stuck.list': ['records:read', (desk) => desk.stuck.list()],
  'desk.stuck.count': ['records:read', (desk) => desk.stuck.count()],
  'desk.unknown.list': ['records:read', (desk) => desk.unknown.list()],
  'desk.unknown.count': ['records:read', (desk) => desk.unknown.count()],
  'desk.expiring.list': ['records:read', (desk) => desk.expiring.list()],
  'desk.expiring.count': ['records:read', (desk) => desk.expiring.count()],
  'desk.duplicates.list': ['records:read', (desk) => desk.duplicates.list()],
  'desk.duplicates.count': ['records:read', (desk) => desk.duplicates.count()],
  'desk.views.list': ['views:save', (desk) => desk.views.list({ page: 'records' })],
  'desk.views.save': [
    'views:save',
    (desk, _id, requestId) =>
      desk.views.save({ page: 'records', name: 'Mine', query: 'state=UNKNOWN', isShared: false, requestId }),
  ],
  'desk.views.remove': [
    'views:save',
    async (desk, _id, requestId, actorId) => desk.views.remove({ id: await addView(actorId), requestId }),
  ],
  'desk.records.get': ['records:read', (desk, id) => desk.records.get({ id })],
  'desk.records.audit': ['records:read', (desk, id) => desk.records.audit({ id })],
  'desk.records.answer': ['answers:read-masked', (desk, id) => desk.records.answer({ id })],
  'desk.conflicts.list': ['conflicts:read', (desk) => desk.conflicts.list()],
  'desk.records.extendRetention': [
    'retention:extend',
    async (desk, id, requestId) => {
      const seenKeyExpiresAt = await keyExpiryOf(id);
      return desk.records.extendRetention({ id, hours: 1_000, reason: REASON, seenKeyExpiresAt, requestId });
    },
  ],
  'desk.records.purgeAnswer': [
    'answers:purge',
    (desk, id, requestId) => desk.records.purgeAnswer({ id, reason: REASON, requestId }),
  ],
  'desk.records.revealAnswer': [
    'answers:reveal',
    (desk, id, requestId) => desk.records.revealAnswer({ id, reason: REASON, requestId }),
  ],
  'desk.records.revealedAnswer': [
    'answers:reveal',
    async (desk, id, requestId) => {
      await desk.records.revealAnswer({ id, reason: REASON, requestId });
      return desk.records.revealedAnswer({ requestId });
    },
  ],
  'desk.audit.list': ['audit:read', (desk) => desk.audit.list()],
  'desk.audit.count': ['audit:read', (desk) => desk.audit.count()],
  'desk.audit.get': ['audit:read', async (desk) => desk.audit.get({ id: await addEntry() })],
  'desk.operations.list': ['operations:read', (desk) => desk.operations.list()],
  'desk.operations.count': ['operations:read', (desk) => desk.operations.count()],
  'desk.operations.get': ['operations:read', async (desk) => desk.operations.get({ id: await addOperation() })],
  'desk.operations.items': ['operations:read', (desk, id) => desk.operations.items({ id })],
  'desk.operations.preview': [
    'operations:run',
    (desk, id, requestId) =>
      desk.operations.preview({
        job: { kind: 'extend_retention', hours: 1, from: { page: 'selection', ids: [id] } },
        requestId,
      }),
  ],
  'desk.operations.start': [
    'operations:run',
    async (desk, _id, requestId, actorId) => {
      const about = { id: await addOperation(actorId), kind: 'extend_retention', seenTotal: 1 } as const;
      return desk.operations.start({ ...about, reason: REASON, requestId });
    },
  ],
  'desk.operations.abort': [
    'operations:run',
    async (desk, _id, requestId) => desk.operations.abort({ id: await addOperation(), reason: REASON, requestId }),
  ],
  'desk.conflicts.review': [
    'conflicts:review',
    async (desk, recordId, requestId) =>
      desk.conflicts.review({ id: await addConflictTo(shop, recordId), seenOccurrences: 1, requestId }),
  ],
  'desk.alarms.deal': [
    'records:decide',
    async (desk, recordId, requestId) => {
      const id = await addAlarmTo(shop, recordId);
      return desk.alarms.deal({ id, recordId, how: 'undone', reason: REASON, requestId });
    },
  ],
  'desk.alarms.list': ['records:read', (desk) => desk.alarms.list()],
  'desk.flow.get': ['records:read', (desk, id) => desk.flow.get({ id })],
  'desk.flow.fence': [
    'records:fence',
    (desk, id, requestId) =>
      untilRefused(desk.flow.fence({ id, seenAttempt: 1, flow: 'release', reason: REASON, requestId })),
  ],
  'desk.flow.takeOver': [
    'records:fence',
    (desk, id, requestId) => untilRefused(desk.flow.takeOver({ id, seenAttempt: 1, reason: REASON, requestId })),
  ],
  'desk.flow.checkProvider': [
    'provider:check',
    (desk, id, requestId) => untilRefused(desk.flow.checkProvider({ id, seenAttempt: 1, requestId })),
  ],
  'desk.flow.lookUp': [
    'records:decide',
    (desk, id, requestId) => untilRefused(desk.flow.lookUp({ id, seenAttempt: 1, providerId: null, requestId })),
  ],
  'desk.flow.ask': [
    'records:decide',
    (desk, id, requestId) => {
      const question = { id, seenAttempt: 1, decision: 'release', evidenceId: null, reason: REASON } as const;
      return untilRefused(desk.flow.ask({ ...question, requestId }));
    },
  ],
  'desk.flow.approve': [
    'decisions:approve',
    (desk, id, requestId) => untilRefused(desk.flow.approve({ id, approvalId: '1', reason: REASON, requestId })),
  ],
  'desk.flow.decide': [
    'records:decide',
    (desk, id, requestId) => {
      const question = { id, seenAttempt: 1, decision: 'release', evidenceId: null, reason: REASON } as const;
      return untilRefused(desk.flow.decide({ ...question, code: 'AAAAAAAA', requestId }));
    },
  ],
  'desk.search': ['records:read', (desk, id) => desk.search({ text: id })],
};

const attempt = async (actor: Actor, call: Call): Promise<string> => {
  const [id, requestId] = [await addCompleted(shop), randomUUID()];
  const actorId = actor.kind === 'operator' ? actor.userId : '';
  try {
    await call(callAs(shop, actor, new Headers({ 'idempotency-key': requestId })).desk, id, requestId, actorId);
    return 'OK';
  } catch (error) {
    if (error instanceof TRPCError) return error.code;
    throw error;
  }
};

test('the table names every procedure of the desk', () => {
  const paths = Object.keys(appRouter._def.procedures).filter((path) => path.startsWith('desk.'));
  expect(Object.keys(PROCEDURES).sort()).toEqual(paths.sort());
});

describe.each(Object.entries(PROCEDURES))('%s', (_, [permission, call]) => {
  test.each(OPERATOR_ROLES)('answers a %s exactly when the role may', async (role) => {
    expect(await attempt(operator(role), call)).toBe(roleMay(role, permission) ? 'OK' : 'FORBIDDEN');
  });

  test.each<[string, Actor, string]>([
    ['a customer', account(), 'FORBIDDEN'],
    ['an API key', account('api-key:1'), 'FORBIDDEN'],
    ['a suspended account', { kind: 'suspended' }, 'FORBIDDEN'],
    ['nobody', { kind: 'nobody', why: 'Sign in.' }, 'UNAUTHORIZED'],
  ])('refuses %s', async (_name, actor, code) => {
    expect(await attempt(actor, call)).toBe(code);
  });
});

test('somebody must be able to read, and an auditor sees no payload', () => {
  expect(roleMay('viewer', 'records:read')).toBe(true);
  expect(roleMay('auditor', 'answers:read-masked')).toBe(false);
});
