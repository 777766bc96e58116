import { betterAuth } from 'better-auth';
import { prismaAdapter } from 'better-auth/adapters/prisma';
import { admin } from 'better-auth/plugins/admin';
import type { Database } from '../postgres/database.ts';
import { EMAIL_WINDOW_MS, limitPerEmail } from './limit-per-email.ts';
import { signInRoles } from './sign-in-roles.ts';

export type AuthConfig = {
  readonly secret: string;
  /** Where people reach this installation, such as `https://shop.example`: fixes trusted origin and secure cookies. */
  readonly origin: string;
  /** Told of faults; wrong passwords are none. */
  report(message: string, error: unknown): void;
};

/** Sign-in, sessions and their limits are better-auth's; nobody can sign up, people are made by the seed or an admin. */
export function createAuth(database: Database, { secret, origin, report }: AuthConfig) {
  return betterAuth({
    appName: 'Latchkey',
    secret,
    baseURL: origin,
    database: prismaAdapter(database.prisma, { provider: 'postgresql' }),
    emailAndPassword: { enabled: true, disableSignUp: true },
    // better-auth calls a way to sign in "account"; here an account is whom a key belongs to.
    account: { modelName: 'credential' },
    user: { additionalFields: { accountId: { type: 'string', required: false, input: false } } },
    session: {
      // A week, so that a customer comes back to a cart; not prolonged, so that a sign-in ends when it says it ends.
      expiresIn: 7 * 24 * 60 * 60,
      disableSessionRefresh: true,
      // Severe actions ask for a sign-in of the last quarter of an hour.
      freshAge: 15 * 60,
    },
    rateLimit: {
      enabled: true,
      storage: 'database',
      modelName: 'rateLimit',
      // Per address: an office behind one address still gets in on a Monday, and guessing gets nowhere.
      customRules: {
        '/sign-in/email': { window: 60, max: 20 },
        // The longest window is how long better-auth keeps counts, those of e-mail addresses included.
        '/sign-out': { window: EMAIL_WINDOW_MS / 1_000, max: 1_000 },
      },
    },
    hooks: limitPerEmail(database.pool),
    advanced: {
      cookiePrefix: 'latchkey',
      // Said aloud, since better-auth turns both checks off where it believes to be under test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    // Without a `level`: with one, better-auth also writes each refused attempt to the console, past this.
    logger: { log: (level, message, ...details) => level === 'error' && report(message, details[0]) },
    telemetry: { enabled: false },
    plugins: [admin({ defaultRole: 'customer', adminRoles: ['admin'], roles: signInRoles })],
  });
}

export type Auth = ReturnType<typeof createAuth>;
