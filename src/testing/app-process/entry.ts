import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { jobsOf } from '../../jobs/jobs.ts';
import { repeat } from '../../jobs/repeat.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import { answerTrpc } from '../../trpc/handler.ts';
import { runtimeOf } from './runtime.ts';
import { settingsSchema } from './settings.ts';

const settings = settingsSchema.parse(JSON.parse(process.env.APP_PROCESS ?? '{}'));
// Whoever started this is gone: nobody would end it.
process.on('disconnect', () => process.exit(0));

const runtime = runtimeOf(settings);
// Where the app keeps its own; it makes none when there is one.
(globalThis as typeof globalThis & { latchkeyRuntime?: Runtime }).latchkeyRuntime = runtime;

if (settings.role === 'web') {
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  server.listen(settings.port, '127.0.0.1');
  await once(server, 'listening');
  process.send?.({ port: (server.address() as AddressInfo).port });
} else {
  process.send?.({ port: 0 });
  const never = new AbortController().signal;
  await Promise.all(
    jobsOf(runtime, settings.completerIntervalMs).map((job) => repeat(job, never, runtime.engine.report)),
  );
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const answered = await answerTrpc(
    new Request(`http://127.0.0.1${request.url}`, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      ...(request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}),
    }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
}
