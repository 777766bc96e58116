import type { OperatorRole } from './permissions.ts';

/** Who acts at the desk. */
export type Operator = {
  readonly userId: string;
  readonly role: OperatorRole;
  readonly name: string;
  /** When the session began: severe commands need one of the last quarter of an hour. */
  readonly signedInAt: Date;
};
