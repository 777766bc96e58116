import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Cards } from './cards.ts';
import { Counts } from './counts.ts';
import { startEmulator } from './emulator.ts';
import { Escrows } from './escrows.ts';
import { serveFaults } from './fault-desk.ts';
import { FaultRules } from './fault-rules.ts';
import { conclude, json, readBody, type Verdict } from './http.ts';
import { Ledger } from './ledger.ts';
import type { SandboxRequest, World } from './world.ts';

export type SandboxOptions = {
  readonly port: number;
  readonly dataDir: string;
  /** Hears of the sandbox's own bugs. */
  readonly report: (error: unknown) => void;
};

/** Stand-ins for the outside world, listening on this machine only: an emulated Stripe and an escrow ledger. */
export async function startSandbox({ port, dataDir, report }: SandboxOptions): Promise<{ url: string }> {
  const world: World = { rules: new FaultRules(), counts: new Counts() };
  const cards = new Cards(await startEmulator(join(dataDir, 'sandbox', 'charges.jsonl')), world);
  const escrows = new Escrows(new Ledger(join(dataDir, 'sandbox', 'ledger.jsonl')), world);

  const serve = async (request: SandboxRequest): Promise<Verdict> => {
    const [, first] = request.url.pathname.split('/');
    switch (first) {
      case '_faults':
        return serveFaults(world.rules, request);
      case '_counts':
        return json(200, world.counts.report());
      case 'ledger':
        return escrows.serve(request);
      default:
        return cards.serve(request);
    }
  };

  const server = createServer((request, response) => {
    answer(serve, request, response).catch((error: NodeJS.ErrnoException) => {
      // A caller that hangs up while it is read is not worth a line.
      if (error.code !== 'ECONNRESET') report(error);
      request.socket.destroy();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${port}` };
}

async function answer(
  serve: (request: SandboxRequest) => Promise<Verdict>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers } = request;
  const body = await readBody(request);
  const url = new URL(request.url ?? '/', 'http://sandbox');
  const verdict =
    body === undefined ? json(413, { error: { message: 'too large' } }) : await serve({ method, url, headers, body });
  conclude(verdict, request, response);
}
