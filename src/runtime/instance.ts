import { type Env, env } from '../env.ts';
import { openProviders } from '../providers/open-providers.ts';
import { createRuntime, type Runtime, type RuntimeConfig } from './runtime.ts';

const holder = globalThis as typeof globalThis & { latchkeyRuntime?: Runtime };

/**
 * The one runtime of this process. Kept on globalThis, since Next loads a module once per bundle and reloads it in
 * development. Throws when the launcher's variables are missing.
 */
export function runtime(): Runtime {
  holder.latchkeyRuntime ??= createRuntime(runtimeConfig(env()));
  return holder.latchkeyRuntime;
}

/** What the settings say of the runtime's parts. Throws when they name no database or lack a secret. */
export function runtimeConfig(settings: Env): RuntimeConfig {
  const { databaseUrl, latchkeySecretHex, betterAuthSecret, ...rest } = settings;
  const providerUrl = rest.providerUrl ?? `http://127.0.0.1:${rest.providerPort}`;
  if (!databaseUrl || !latchkeySecretHex || !betterAuthSecret) {
    throw new Error(
      'DATABASE_URL, LATCHKEY_SECRET and BETTER_AUTH_SECRET are needed: start with "npm start", which sets them.',
    );
  }
  return {
    databaseUrl,
    providers: openProviders({ providerUrl, stripeSecretKey: rest.stripeSecretKey }),
    secret: Buffer.from(latchkeySecretHex, 'hex'),
    authSecret: betterAuthSecret,
    readOnly: rest.readOnly,
    leaseMs: rest.leaseMs,
    // biome-ignore lint/style/noProcessEnv: Node's own word for how a process is run, no setting of ours.
    tripwire: process.env.NODE_ENV !== 'production',
    retention: {
      answerHours: rest.answerRetentionHours,
      keyHours: rest.keyRetentionHours,
      memoryHours: rest.expiredMemoryHours,
    },
  };
}
