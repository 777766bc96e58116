import { resolve } from 'node:path';
import { z } from 'zod';

const HOUR_MS = 3_600_000;
/** Ten years: longer than any bookkeeping rule asks, and far below where a timestamp would overflow. */
const TEN_YEARS_HOURS = 87_600;

/** Every variable that Latchkey reads; the messages complete "NAME is …; expected …". */
export const environmentSchema = z
  .object({
    PORT: port().prefault('3000'),
    DATA_DIR: z.string().default('.data').transform(asPath),
    DATABASE_URL: url(['postgresql:', 'postgres:'], 'postgresql://user:password@host:5432/database').optional(),
    REDIS_URL: url(['redis:', 'rediss:'], 'redis://host:6379').optional(),
    PROVIDER_URL: url(['http:', 'https:'], 'http://host:4242').optional(),
    PROVIDER_PORT: port().prefault('4242'),
    STRIPE_SECRET_KEY: z
      .string()
      .regex(/^(sk|rk)_\S+$/, 'a key of Stripe, which begins with sk_ or rk_')
      .optional(),
    // Below a second the renewal at a third of the lease would be late on a busy machine; beyond an hour a crash blocks its key too long.
    LEASE_MS: whole(1_000, HOUR_MS).default(30_000),
    // Recovery looks every five seconds: well below the lease, so that a lapsed lease waits little longer than itself.
    COMPLETER_INTERVAL_MS: whole(100, HOUR_MS).default(5_000),
    // Three days of replays outlast a weekend without anybody at work.
    ANSWER_RETENTION_HOURS: whole(1, TEN_YEARS_HOURS).default(72),
    // Thirty days: a month's close finds the keys of its month.
    KEY_RETENTION_HOURS: whole(1, TEN_YEARS_HOURS).default(720),
    EXPIRED_MEMORY_HOURS: whole(1, TEN_YEARS_HOURS).default(720),
    READ_ONLY: yesOrNo().default(false),
    ENVIRONMENT_NAME: z.string().trim().min(1, nameRule()).max(40, nameRule()).optional(),
    LATCHKEY_SECRET: z
      .string()
      .regex(/^[0-9a-f]{64}$/i, '64 hexadecimal digits (32 bytes), for example from "openssl rand -hex 32"')
      .brand<'LatchkeySecretHex'>()
      .optional(),
    BETTER_AUTH_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  })
  .refine((found) => found.KEY_RETENTION_HOURS >= found.ANSWER_RETENTION_HOURS, {
    path: ['KEY_RETENTION_HOURS'],
    message: 'a number not below ANSWER_RETENTION_HOURS, because an answer is kept only as long as its key',
  })
  .transform((found) => ({
    port: found.PORT,
    dataDir: found.DATA_DIR,
    databaseUrl: found.DATABASE_URL,
    redisUrl: found.REDIS_URL,
    providerUrl: found.PROVIDER_URL,
    providerPort: found.PROVIDER_PORT,
    stripeSecretKey: found.STRIPE_SECRET_KEY,
    leaseMs: found.LEASE_MS,
    completerIntervalMs: found.COMPLETER_INTERVAL_MS,
    answerRetentionHours: found.ANSWER_RETENTION_HOURS,
    keyRetentionHours: found.KEY_RETENTION_HOURS,
    expiredMemoryHours: found.EXPIRED_MEMORY_HOURS,
    readOnly: found.READ_ONLY,
    environmentName: found.ENVIRONMENT_NAME,
    latchkeySecretHex: found.LATCHKEY_SECRET,
    betterAuthSecret: found.BETTER_AUTH_SECRET,
  }));

/** What the environment says, each value in the unit that ends its name. */
export type Env = Readonly<z.output<typeof environmentSchema>>;

/** The names of all variables, in the order of the documentation. */
export const variableNames: readonly string[] = Object.keys(environmentSchema.in.shape);

function whole(min: number, max: number) {
  const expected = `a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, expected)
    .transform(Number)
    .pipe(z.number().min(min, expected).max(max, expected));
}

function port() {
  return whole(1, 65_535).brand<'Port'>();
}

function yesOrNo() {
  return z
    .enum(['1', 'true', '0', 'false'], '1, true, 0 or false')
    .transform((word) => word === '1' || word === 'true');
}

function url(protocols: readonly string[], example: string) {
  const fits = (value: string) => URL.canParse(value) && protocols.includes(new URL(value).protocol);
  return z.string().refine(fits, `a URL such as ${example}`);
}

function asPath(value: string): string {
  return resolve(value);
}

function nameRule(): string {
  return 'a name of 1 to 40 characters';
}
