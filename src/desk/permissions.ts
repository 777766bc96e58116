/** Roles of people who work at the desk. Customers have no role here. */
export const OPERATOR_ROLES = ['viewer', 'operator', 'resolver', 'approver', 'auditor', 'admin'] as const;

export type OperatorRole = (typeof OPERATOR_ROLES)[number];

const READERS = ['viewer', 'operator', 'resolver', 'approver', 'admin'] as const;

/** What may be done at the desk, and by whom. Procedures, buttons and tests read this one table. */
export const PERMISSIONS = {
  'overview:read': [...READERS, 'auditor'],
  'records:read': READERS,
  'conflicts:read': READERS,
  'answers:read-masked': READERS,
  'operations:read': [...READERS, 'auditor'],
  'views:save': [...READERS, 'auditor'],
  'provider:check': ['operator', 'resolver'],
  'conflicts:review': ['operator', 'resolver'],
  'retention:extend': ['operator', 'resolver'],
  'answers:reveal': ['resolver'],
  'answers:purge': ['resolver'],
  'records:fence': ['resolver'],
  'records:decide': ['resolver'],
  'decisions:approve': ['approver'],
  'operations:run': ['operator', 'resolver'],
  'audit:read': ['auditor', 'admin'],
  'audit:export': ['auditor'],
  'access:manage': ['admin'],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type Permission = keyof typeof PERMISSIONS;

/** May this role do that? */
export const roleMay = (role: OperatorRole, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly OperatorRole[]).includes(role);
