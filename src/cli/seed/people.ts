import { randomBytes } from 'node:crypto';

/** An operator of the desk with what they sign in with. */
export type SeedOperator = { readonly email: string; readonly password: string; readonly role: string };

/** An account of the shop: its customer's sign-in and the key of its programs. */
export type SeedAccount = {
  readonly name: string;
  readonly email: string;
  readonly password: string;
  readonly apiKey: string;
};

/** Exactly what DATA_DIR/credentials.json holds. */
export type Credentials = { readonly operators: readonly SeedOperator[]; readonly accounts: readonly SeedAccount[] };

/** Makes the demo's people with fresh random passwords and keys: nothing in the repository opens a running app. */
export function inventPeople(): Credentials {
  return {
    operators: ['admin', 'resolver', 'approver', 'viewer'].map((role) => ({
      email: `${role}@latchkey.example`,
      password: randomPassword(),
      role,
    })),
    accounts: ['acme', 'globex'].map((name) => ({
      name,
      email: `buyer@${name}.example`,
      password: randomPassword(),
      apiKey: `lk_${randomBytes(32).toString('base64url')}`,
    })),
  };
}

/** 96 bits: out of reach of guessing, and still short enough to type. */
function randomPassword(): string {
  return randomBytes(12).toString('base64url');
}
