import { expect, test } from 'vitest';
import type { RecordPageData } from '../../desk/get-record.ts';
import { type OperatorRole, PERMISSIONS, type Permission, roleMay } from '../../desk/permissions.ts';
import type { Desk } from './desk-context.tsx';
import { recordLinks } from './record-links.ts';

const deskOf = (role: OperatorRole, readOnly = false): Desk => ({
  operatorId: 'u',
  name: role,
  role,
  permissions: (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => roleMay(role, permission)),
  environmentName: null,
  environmentTone: 'neutral',
  readOnly,
});

const dataOf = (record: Partial<RecordPageData['record']>) =>
  ({
    record: { id: '7', mode: 'phased', state: 'IN_PROGRESS', leaseLeftMs: -1, ...record },
    hold: null,
  }) as RecordPageData;

const whys = (record: Partial<RecordPageData['record']>, desk: Desk) =>
  recordLinks(dataOf(record), desk).map(({ why }) => why);

test('a resolver may release what is stuck and resolve what is unknown, and nothing else', () => {
  const resolver = deskOf('resolver');
  expect(whys({}, resolver)).toEqual([null, expect.stringMatching(/in progress/)]);
  expect(whys({ state: 'UNKNOWN' }, resolver)).toEqual([expect.stringMatching(/resolve it/), null]);
  expect(whys({ leaseLeftMs: 5_000 }, resolver)[0]).toMatch(/holds the lease for 5.0 s more/);
  expect(whys({ state: 'COMPLETED' }, resolver)).toEqual([
    expect.stringMatching(/nothing to release/),
    expect.stringMatching(/nothing to resolve/),
  ]);
});

test('a viewer is told which permission is missing, and read-only mode closes both for everybody', () => {
  expect(whys({}, deskOf('viewer'))[0]).toMatch(/lacks the permission "records:fence"/);
  expect(whys({}, deskOf('resolver', true))[0]).toMatch(/read-only/);
});

test('an approver opens the resolve page as the second person', () => {
  expect(whys({ state: 'UNKNOWN' }, deskOf('approver'))).toEqual([expect.stringMatching(/lacks/), null]);
});
