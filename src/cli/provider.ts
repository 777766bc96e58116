import { EnvironmentError, env } from '../env.ts';
import { startSandbox } from '../sandbox/sandbox.ts';

// Everything that counts is on the disk before it is answered for, so there is nothing to wait for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(0));

try {
  const { providerPort, dataDir } = env();
  const { url } = await startSandbox({ port: providerPort, dataDir, report: console.error });
  if (process.send) process.send({ type: 'listening', url });
  else console.log(`The sandbox of the providers listens on ${url} (charges: ${url}/v1/charges).`);
} catch (error) {
  console.error(error instanceof EnvironmentError ? error.message : sentence(error));
  process.exit(1);
}

function sentence(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error;
  return `PROVIDER_PORT ${env().providerPort} is taken by another program. Stop it or choose another port: PROVIDER_PORT=4243 npm run provider`;
}
