import type { ExternalOperation } from '../../idempotency/external-operation.ts';
import { openProviders } from '../../providers/open-providers.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { openRuntime } from '../runtime.ts';
import type { AppProcessSettings } from './settings.ts';

/** The same operation, given up sooner. */
export const within = <Request>(
  operation: ExternalOperation<Request>,
  timeoutMs: number,
): ExternalOperation<Request> => ({
  ...operation,
  timeoutMs,
  perform: (call) => operation.perform({ ...call, signal: AbortSignal.timeout(timeoutMs) }),
});

/** The parts of an app process, as the app makes them, with the bounds that a test asks for. */
export const runtimeOf = (settings: AppProcessSettings): Runtime => {
  const { chargeCard, submitEscrow } = openProviders({ providerUrl: settings.providerUrl, stripeSecretKey: undefined });
  const runtime = openRuntime(settings.databaseUrl, {
    secret: Buffer.from(settings.secretHex, 'hex'),
    leaseMs: settings.leaseMs,
    providers: {
      chargeCard: within(chargeCard, settings.callTimeoutMs),
      submitEscrow: within(submitEscrow, settings.callTimeoutMs),
    },
  });
  const limits = { ...runtime.engine.limits, idleTimeoutMs: settings.idleTimeoutMs };
  return { ...runtime, engine: { ...runtime.engine, limits } };
};
