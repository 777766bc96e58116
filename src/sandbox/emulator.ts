import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createExpressApp } from 'stripe-stateful-mock';
import { type ChargeBook, openChargeBook } from './charge-book.ts';
import type { StripeAnswer, StripeRequest } from './stripe-message.ts';

/** The emulated Stripe: `ask` sends it a request; charges and remembered keys are on the disk before it answers. */
export type Emulator = { ask(request: StripeRequest): Promise<StripeAnswer>; close(): void };

const PASSED_ON = ['authorization', 'content-type', 'idempotency-key', 'stripe-version', 'stripe-account'] as const;
const PASSED_BACK = ['content-type', 'request-id', 'original-request', 'idempotent-replayed'] as const;

/** Starts the third party's emulator on a port of its own and gives it back what `file` remembers. */
export async function startEmulator(file: string): Promise<Emulator> {
  const server = createServer(createExpressApp());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const book = await openChargeBook(file, () => askAt(origin, PROBE));
  return { ask: (request) => askAndKeep(origin, book, request), close: () => server.close() };
}

// Makes the emulator look into everything that it remembers, and change nothing.
const PROBE: StripeRequest = {
  method: 'GET',
  path: '/v1/charges',
  headers: { authorization: 'Bearer sk_test_sandbox', 'idempotency-key': 'probe' },
  body: '',
};

async function askAndKeep(origin: string, book: ChargeBook, request: StripeRequest): Promise<StripeAnswer> {
  const answer = await askAt(origin, request);
  if (request.method === 'POST') book.keep(request, answer);
  return answer;
}

async function askAt(origin: string, { method, path, headers, body }: StripeRequest): Promise<StripeAnswer> {
  const answer = await fetch(new URL(path, origin), {
    method,
    headers: pick(PASSED_ON, (name) => headers[name]),
    ...(method === 'GET' || method === 'HEAD' ? {} : { body }),
  });
  return {
    status: answer.status,
    headers: pick(PASSED_BACK, (name) => answer.headers.get(name)),
    body: await answer.text(),
  };
}

function pick(names: readonly string[], read: (name: string) => unknown): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = read(name);
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
