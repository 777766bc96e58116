import { adminAc, userAc } from 'better-auth/plugins/admin/access';
import { OPERATOR_ROLES } from '../desk/permissions.ts';

/**
 * Our roles in better-auth's terms, which only decide who manages people: that is the admin's. What a role may do at the
 * desk is the permissions table's to say.
 */
export const signInRoles = {
  ...Object.fromEntries(OPERATOR_ROLES.map((role) => [role, userAc])),
  customer: userAc,
  admin: adminAc,
};
