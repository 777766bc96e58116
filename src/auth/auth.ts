import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { admin } from 'better-auth/plugins/admin';
import type { Database } from '../postgres/database.ts';

export type AuthConfig = { readonly secret: string };

/** Sign-in, sessions and their limits are better-auth's; nobody can sign up, people are made by the seed or an admin. */
export function createAuth(database: Database, config: AuthConfig) {
  return betterAuth({
    appName: 'Latchkey',
    secret: config.secret,
    database: prismaAdapter(database.prisma, { provider: 'postgresql' }),
    emailAndPassword: { enabled: true, disableSignUp: true },
    // better-auth calls a way to sign in "account"; here an account is whom a key belongs to.
    account: { modelName: 'credential' },
    user: { additionalFields: { accountId: { type: 'string', required: false, input: false } } },
    // Severe actions ask for a sign-in of the last quarter of an hour.
    session: { freshAge: 15 * 60 },
    rateLimit: { enabled: true, storage: 'database', modelName: 'rateLimit' },
    advanced: { cookiePrefix: 'latchkey' },
    telemetry: { enabled: false },
    plugins: [admin({ defaultRole: 'customer', adminRoles: ['admin'] })],
  });
}

export type Auth = ReturnType<typeof createAuth>;
