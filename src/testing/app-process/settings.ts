import { z } from 'zod';

/** What an app process of the tests is told, as JSON in APP_PROCESS. */
export const settingsSchema = z.object({
  role: z.enum(['web', 'worker']),
  databaseUrl: z.string(),
  providerUrl: z.string(),
  /** Hexadecimal. */
  secretHex: z.string(),
  port: z.number().int().default(0),
  leaseMs: z.number().int().default(30_000),
  /** Time-out of calls to the providers; the app's own are 10 and 15 s, which a test cannot wait for often. */
  callTimeoutMs: z.number().int().default(15_000),
  completerIntervalMs: z.number().int().default(1_000),
  /** How long a session may lie idle inside a transaction. */
  idleTimeoutMs: z.number().int().default(10_000),
});

export type AppProcessSettings = z.output<typeof settingsSchema>;
