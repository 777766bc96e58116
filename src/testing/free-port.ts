import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

// Below the ports that Linux gives by itself, from 32,768 on: whoever listens on 0 or connects anywhere cannot get this one
// in the seconds before it is bound. Above 10,080, the last one that fetch refuses.
const [FIRST, END] = [11_000, 32_000] as const;

/** A TCP port that was free a moment ago on every address; only another draw of the same number can take it meanwhile. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(FIRST, END);
    if (await isFree(port)) return port;
  }
};

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    );
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
