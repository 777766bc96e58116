import { TRPCError } from '@trpc/server';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../auth/actor.ts';
import { OPERATOR_ROLES, type Permission, roleMay } from '../desk/permissions.ts';
import { account, callAs, operator } from '../testing/desk.ts';
import { addCompleted } from '../testing/records.ts';
import { useShop } from '../testing/shop.ts';
import { appRouter } from './app-router.ts';

const shop = useShop();

type Desk = ReturnType<typeof callAs>['desk'];

/** Every procedure of the desk, what it needs, and a call of it. */
const PROCEDURES: Readonly<Record<string, readonly [Permission, (desk: Desk, id: string) => Promise<unknown>]>> = {
  'desk.records.list': ['records:read', (desk) => desk.records.list()],
  'desk.records.get': ['records:read', (desk, id) => desk.records.get({ id })],
  'desk.records.answer': ['answers:read-masked', (desk, id) => desk.records.answer({ id })],
  'desk.conflicts.list': ['conflicts:read', (desk) => desk.conflicts.list()],
  'desk.search': ['records:read', (desk, id) => desk.search({ text: id })],
};

const attempt = async (actor: Actor, call: (desk: Desk, id: string) => Promise<unknown>): Promise<string> => {
  const id = await addCompleted(shop);
  try {
    await call(callAs(shop, actor).desk, id);
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
