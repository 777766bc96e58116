import { existsSync } from 'node:fs';
import { EnvironmentError, sentenceFor } from './env/sentence.ts';
import { type Env, environmentSchema } from './env/variables.ts';

export type { Env };
export { EnvironmentError };

let parsed: Env | undefined;

/** The environment of this process, parsed once; `.env` fills in what is not set. Throws EnvironmentError with a sentence. */
export function env(): Env {
  if (parsed) return parsed;
  if (existsSync('.env')) process.loadEnvFile('.env');
  parsed = parseEnv(process.env);
  return parsed;
}

/** Parses variables into typed values; an empty one counts as not set. Throws EnvironmentError, a sentence for each wrong one. */
export function parseEnv(source: Readonly<Record<string, string | undefined>>): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const result = environmentSchema.safeParse(set);
  if (result.success) return result.data;
  throw new EnvironmentError(
    result.error.issues
      .map(({ path, message }) => sentenceFor(String(path[0]), set[String(path[0])], message))
      .join('\n'),
  );
}
