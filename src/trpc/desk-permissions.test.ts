import { randomUUID } from 'node:crypto';
import { TRPCError } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../auth/actor.ts';
import { OPERATOR_ROLES, type Permission, roleMay } from '../desk/permissions.ts';
import { account, callAs, operator } from '../testing/desk.ts';
import { addCompleted, addConflictTo } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';
import { appRouter } from './app-router.ts';

const shop = useShop();

type Desk = ReturnType<typeof callAs>['desk'];

const REASON = 'Asked for by the table of roles.';

const keyExpiryOf = async (id: string): Promise<Date> => {
  const { rows } = await shop.observer.query('SELECT key_expires_at FROM idempotency_record WHERE id = $1', [id]);
  return rows[0].key_expires_at;
};

type Call = (desk: Desk, id: string, requestId: string) => Promise<unknown>;

/** Every procedure of the desk, what it needs, and a call of it. `id` is a completed record's. */
const PROCEDURES: Readonly<Record<string, readonly [Permission, Call]>> = {
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
  'desk.conflicts.review': [
    'conflicts:review',
    async (desk, recordId, requestId) =>
      desk.conflicts.review({ id: await addConflictTo(shop, recordId), seenOccurrences: 1, requestId }),
  ],
  'desk.search': ['records:read', (desk, id) => desk.search({ text: id })],
};

const attempt = async (actor: Actor, call: Call): Promise<string> => {
  const [id, requestId] = [await addCompleted(shop), randomUUID()];
  try {
    await call(callAs(shop, actor, new Headers({ 'idempotency-key': requestId })).desk, id, requestId);
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
