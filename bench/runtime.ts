import { createRuntime, type Runtime } from '../src/runtime/runtime.ts';

/** The app's own parts on the bench's database. */
export const benchRuntime = (databaseUrl: string): Runtime =>
  createRuntime({
    databaseUrl,
    secret: Buffer.alloc(32, 7),
    authSecret: 'no one signs in here, and a length of 32 is asked for',
    readOnly: false,
    retention: { answerHours: 72, keyHours: 720, memoryHours: 720 },
    leaseMs: 30_000,
  });
