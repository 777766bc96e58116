import type { IncomingMessage, ServerResponse } from 'node:http';

/** What the sandbox says to one request: an answer, or a cut connection. */
export type Verdict =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'cut' };

// A charge or a transaction has a few hundred bytes; more than a megabyte is no honest request.
const LARGEST_BODY_BYTES = 1_048_576;

/** An answer with a JSON body. */
export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Verdict => ({
  kind: 'answer',
  status,
  body: `${JSON.stringify(body)}\n`,
  headers: { 'content-type': 'application/json', ...headers },
});

/** The whole body as text; undefined when it is too large. */
export async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > LARGEST_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Carries a verdict out; somebody who has gone away meanwhile is no error. */
export function conclude(verdict: Verdict, request: IncomingMessage, response: ServerResponse): void {
  if (verdict.kind === 'cut') {
    request.socket.destroy();
    return;
  }
  response.writeHead(verdict.status, { ...verdict.headers, 'content-length': Buffer.byteLength(verdict.body) });
  response.end(verdict.body);
}
