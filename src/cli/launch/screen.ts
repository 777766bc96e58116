import { maskPassword } from '../../env/mask-password.ts';
import type { Credentials } from '../seed/people.ts';
import { credentialsPath } from '../seed/seed-database.ts';
import { readJson } from './private-file.ts';

/** What the screen tells. */
export type ScreenFacts = {
  readonly port: number;
  readonly dataDir: string;
  /** Undefined where this data directory did not seed the database. */
  readonly credentials: Credentials | undefined;
  readonly databaseUrl: string;
  readonly providerUrl: string;
  /** Set when the database is our own. */
  readonly embedded: object | undefined;
};

/** The sign-ins that the seed wrote here; undefined when another machine seeded the database. */
export function readCredentials(dataDir: string): Credentials | undefined {
  return readJson(credentialsPath(dataDir)) as Credentials | undefined;
}

/** The one screen after a start: where to click, how to sign in, where things are. */
export function renderScreen(facts: ScreenFacts): string {
  const { port, dataDir, credentials, databaseUrl, embedded, providerUrl } = facts;
  const url = `http://localhost:${port}`;
  const acme = credentials?.accounts.find(({ name }) => name === 'acme');
  const admin = credentials?.operators.find(({ role }) => role === 'admin');
  const people = credentials ? credentialsPath(dataDir) : 'credentials.json of the machine that seeded this database';
  const database = embedded ? `embedded PostgreSQL, files in ${dataDir}/postgres` : maskPassword(databaseUrl);
  return `
  Latchkey is running.

    Shop       ${url}/
    Desk       ${url}/desk
${signIn('customer', acme)}${signIn('operator', admin)}
    Sign-ins   ${people} (all people, and the API keys)
    Data       ${dataDir}
    Database   ${database}
    Worker     finishes what was cut off; more of them: npm run worker
    Providers  ${maskPassword(providerUrl)} (what was charged: /v1/charges, what was submitted: /ledger/transactions)

  Ctrl-C stops all of it.
`;
}

function signIn(who: string, person: { readonly email: string; readonly password: string } | undefined): string {
  return person ? `    Sign in    as ${who}: ${person.email}  password: ${person.password}\n` : '';
}
