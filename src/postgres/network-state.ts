import type { Layer } from './error-layers.ts';

const LOST = '08006';
const NOT_CONNECTED = '08001';

/** Codes of Node's sockets and names (`errno`, `dns`, `net`, `stream`) that say that a server was not reached, or is lost. */
const CODES: ReadonlyMap<string, string> = new Map([
  ...'ECONNREFUSED ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NODATA EAI_NONAME EAI_MEMORY EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL EADDRINUSE EMFILE ENFILE ENOBUFS ENOMEM EPROTO ERR_SOCKET_CONNECTION_TIMEOUT'
    .split(' ')
    .map((code) => [code, NOT_CONNECTED] as const),
  ...'ECONNRESET ECONNABORTED ENETRESET ENOTCONN ESHUTDOWN EPIPE ETIMEDOUT ERR_SOCKET_CLOSED ERR_STREAM_DESTROYED ERR_STREAM_WRITE_AFTER_END ERR_STREAM_PREMATURE_CLOSE'
    .split(' ')
    .map((code) => [code, LOST] as const),
]);

/** OpenSSL's and Node's words for a certificate or a handshake that failed: nothing was ever asked of the server. */
const TLS =
  /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|ERROR_IN_C|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;

/** Calls that only a connection makes: whatever errno they fail with, the server was not reached. */
const CONNECTING: ReadonlySet<unknown> = new Set(['connect', 'getaddrinfo']);

/** Every message about a connection of pg 8.23, pg-pool 3.14 and Node's streams that comes without a code. */
const MESSAGES: readonly (readonly [RegExp, string])[] = [
  [/^timeout exceeded when trying to connect/i, '53300'],
  [/^timeout expired$/, NOT_CONNECTED],
  [/^SASL: /, '28000'],
  [/does not support SSL connections|error establishing an SSL connection/, NOT_CONNECTED],
  [/^Connection terminated|has encountered a connection error|^Client was closed/, LOST],
  [/^Query read timeout$/, LOST],
  [/^Received unexpected \w+ message from backend/, '08P01'],
  [/^write after end$|socket has been ended by the other party/, LOST],
  [/^Cannot use a pool after calling end/, '08003'],
];

/** The SQLSTATE that stands for what a driver or a socket said of the connection; null when it said nothing of it. */
export function networkStateOf({ code, syscall, message }: Layer): string | null {
  if (typeof code === 'string') {
    const known = CODES.get(code);
    if (known) return known;
    if (TLS.test(code)) return NOT_CONNECTED;
    // Our own words for it, and the standard's: class 08 never stands for a statement (PostgreSQL manual, appendix A).
    if (/^08[0-9A-Z]{3}$/.test(code)) return code;
    if (CONNECTING.has(syscall)) return NOT_CONNECTED;
  }
  if (typeof message !== 'string') return null;
  return MESSAGES.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}
