import type { Env } from '../../env.ts';
import type { Secrets } from './secrets.ts';
import type { ServeMode } from './web.ts';

/** What the web process gets over the launcher's own environment: the answers to everything that may be left unset. */
export function webVariables(facts: {
  mode: ServeMode;
  settings: Env;
  dataDir: string;
  databaseUrl: string;
  providerUrl: string;
  secrets: Secrets;
}): Record<string, string> {
  return {
    NODE_ENV: facts.mode === 'start' ? 'production' : 'development',
    PORT: String(facts.settings.port),
    DATA_DIR: facts.dataDir,
    DATABASE_URL: facts.databaseUrl,
    PROVIDER_URL: facts.providerUrl,
    LATCHKEY_SECRET: facts.secrets.latchkeySecretHex,
    BETTER_AUTH_SECRET: facts.secrets.betterAuthSecret,
  };
}
