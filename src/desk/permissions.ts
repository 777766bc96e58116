/** Roles of people who work at the desk. Customers have no role here. */
export const OPERATOR_ROLES = ['viewer', 'operator', 'resolver', 'approver', 'auditor', 'admin'] as const;

export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** What may be done at the desk, and by whom. Procedures, buttons and tests read this one table. */
export const PERMISSIONS = {
  'records:read': ['viewer', 'operator', 'resolver', 'approver', 'admin'],
  'conflicts:read': ['viewer', 'operator', 'resolver', 'approver', 'admin'],
  'answers:read-masked': ['viewer', 'operator', 'resolver', 'approver', 'admin'],
} as const satisfies Record<string, readonly OperatorRole[]>;

export type Permission = keyof typeof PERMISSIONS;

/** May this role do that? */
export const roleMay = (role: OperatorRole, permission: Permission): boolean =>
  (PERMISSIONS[permission] as readonly OperatorRole[]).includes(role);
