import type { Frame } from './frames.ts';

/** What the first, untyped message of a connection asks for. */
export type Opening =
  | { readonly kind: 'encryption' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'startup'; readonly parameters: ReadonlyMap<string, string> };

const CANCEL_REQUEST = 80877102;
const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;

/** Reads an untyped message: SSLRequest and GSSENCRequest are `encryption`. */
export const readOpening = ({ bytes }: Frame): Opening => {
  const code = bytes.readInt32BE(4);
  if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption' };
  if (code === CANCEL_REQUEST) return { kind: 'cancel' };
  const words = bytes.subarray(8).toString('utf8').split('\0');
  const parameters = new Map<string, string>();
  for (let at = 0; at + 1 < words.length; at += 2) parameters.set(words[at] ?? '', words[at + 1] ?? '');
  return { kind: 'startup', parameters };
};

/** Parse: the prepared statement's name ('' is the unnamed one) and its text. */
export const readParse = (frame: Frame): { name: string; sql: string } => {
  const [name, sql] = strings(frame, 2);
  return { name, sql };
};

/** Bind: the portal ('' is the unnamed one) and the prepared statement that it is made from. */
export const readBind = (frame: Frame): { portal: string; name: string } => {
  const [portal, name] = strings(frame, 2);
  return { portal, name };
};

/** Execute: the portal. Query: the text. CommandComplete: the command tag, such as `INSERT 0 1`. */
export const readFirstString = (frame: Frame): string => strings(frame, 1)[0];

/** ErrorResponse: its SQLSTATE. */
export const readSqlState = ({ bytes }: Frame): string => {
  for (const field of bytes.subarray(5).toString('utf8').split('\0')) if (field.startsWith('C')) return field.slice(1);
  return '';
};

/** ReadyForQuery: whether the session is in a transaction. */
export const readTransactionStatus = ({ bytes }: Frame): 'idle' | 'open' | 'failed' => {
  const status = String.fromCharCode(bytes[5] ?? 0);
  return status === 'T' ? 'open' : status === 'E' ? 'failed' : 'idle';
};

function strings(frame: Frame, count: 1): [string];
function strings(frame: Frame, count: 2): [string, string];
function strings({ bytes }: Frame, count: number): string[] {
  const found: string[] = [];
  let from = 5;
  while (found.length < count) {
    const end = bytes.indexOf(0, from);
    found.push(bytes.toString('utf8', from, end));
    from = end + 1;
  }
  return found;
}
