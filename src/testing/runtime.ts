import { openProviders } from '../providers/open-providers.ts';
import { createRuntime, type Runtime, type RuntimeConfig } from '../runtime/runtime.ts';
import { TEST_SECRET } from './engine.ts';

/** Makes the parts of one process. */
export const openRuntime = (databaseUrl: string, config: Partial<RuntimeConfig> = {}): Runtime =>
  createRuntime({
    // Nobody listens there: what needs a provider brings its own.
    providers: openProviders({ providerUrl: 'http://127.0.0.1:9', stripeSecretKey: undefined }),
    databaseUrl,
    secret: TEST_SECRET,
    authSecret: 'x'.repeat(40),
    readOnly: false,
    retention: { answerHours: 72, keyHours: 720, memoryHours: 720 },
    leaseMs: 30_000,
    tripwire: true,
    ...config,
  });
