import { openProviders } from '../src/providers/open-providers.ts';
import { createRuntime, type Runtime } from '../src/runtime/runtime.ts';

/** The app's own parts on the bench's database. */
export const benchRuntime = (databaseUrl: string): Runtime =>
  createRuntime({
    // Nobody listens there: what needs a provider brings its own.
    providers: openProviders({ providerUrl: 'http://127.0.0.1:9', stripeSecretKey: undefined }),
    databaseUrl,
    secret: Buffer.alloc(32, 7),
    authSecret: 'no one signs in here, and a length of 32 is asked for',
    readOnly: false,
    retention: { answerHours: 72, keyHours: 720, memoryHours: 720 },
    leaseMs: 30_000,
    tripwire: false,
  });
