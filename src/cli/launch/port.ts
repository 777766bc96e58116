import { createServer } from 'node:net';
import { StartError } from './start-error.ts';

/** Throws StartError when another program listens on the port, on any address that the web server would use. */
export async function assertPortFree(port: number): Promise<void> {
  const code = (await tryPort(port, '::')) ?? (await tryPort(port, '0.0.0.0'));
  if (code === undefined) return;
  const other = port < 65_535 ? port + 1 : port - 1;
  throw new StartError(
    code === 'EACCES'
      ? `PORT ${port} may not be used by this user. Choose one above 1023: PORT=3000 npm start`
      : `PORT ${port} is taken by another program. Stop that program or choose another port: PORT=${other} npm start`,
  );
}

/** The port where it is free on 127.0.0.1, else another one. */
export async function localPortOrAnother(port: number): Promise<number> {
  return (await tryPort(port, '127.0.0.1')) === undefined ? port : freeLocalPort();
}

/** A TCP port on 127.0.0.1 that was free a moment ago. */
export function freeLocalPort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

function tryPort(port: number, host: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has nothing there that could be taken.
      resolve(error.code === 'EAFNOSUPPORT' || error.code === 'EADDRNOTAVAIL' ? undefined : error.code);
    });
    probe.listen({ port, host }, () => probe.close(() => resolve(undefined)));
  });
}
