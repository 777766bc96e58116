import { type Layer, layersOf } from './error-layers.ts';
import { networkStateOf } from './network-state.ts';

const SQL_STATE = /^[0-9A-Z]{5}$/;

/** Kinds of Prisma's driver errors that carry no SQLSTATE of their own. */
const KIND_STATE: ReadonlyMap<string, string> = new Map([
  ['TransactionWriteConflict', '40001'],
  ['UniqueConstraintViolation', '23505'],
  ['TooManyConnections', '53300'],
  ['DatabaseNotReachable', '08001'],
  ['TlsConnectionError', '08001'],
  ['ConnectionClosed', '08006'],
  ['SocketTimeout', '08006'],
  ['AuthenticationFailed', '28P01'],
  ['DatabaseAccessDenied', '28000'],
  ['DatabaseDoesNotExist', '3D000'],
]);

/** Prisma's own codes, where no SQLSTATE is inside. P2028 also means "maxWait is over" and "transaction closed". */
const PRISMA_STATE: ReadonlyMap<string, string> = new Map([
  ['P1000', '28P01'],
  ['P1001', '08001'],
  ['P1002', '08001'],
  ['P1003', '3D000'],
  ['P1008', '08006'],
  ['P1010', '28000'],
  ['P1011', '08001'],
  ['P1017', '08006'],
  ['P2002', '23505'],
  ['P2024', '53300'],
  ['P2028', '08003'],
  ['P2034', '40001'],
  ['P2037', '53300'],
]);

/** What the server itself said of a statement, in an ErrorResponse. */
export type ServerWord = { readonly state: string; readonly severity: string | null };

/**
 * The SQLSTATE inside an error of any shape: pg's own, a driver adapter's, Prisma's known and unknown request errors,
 * sockets. `null` when it is no database error. States: PostgreSQL manual, appendix A.
 */
export function sqlStateOf(error: unknown): string | null {
  for (const layer of layersOf(error)) {
    const state = serverWordOf(layer)?.state ?? networkStateOf(layer) ?? stateOfKind(layer);
    if (state) return state;
  }
  return null;
}

/** What the server said, if it is the server's word and nothing in the error is about the connection; otherwise null. */
export function serverWordIn(error: unknown): ServerWord | null {
  let word: ServerWord | null = null;
  for (const layer of layersOf(error)) {
    const said = serverWordOf(layer);
    if (!said && networkStateOf(layer)) return null;
    word ??= said;
  }
  return word;
}

/**
 * A code counts as a SQLSTATE only beside what no socket has: a severity, or the adapter's name for a server's code. Five
 * capital letters alone are also EPERM and EBADF.
 */
function serverWordOf({ code, severity, originalCode }: Layer): ServerWord | null {
  const said = typeof severity === 'string' ? severity : null;
  if (typeof originalCode === 'string' && SQL_STATE.test(originalCode)) return { state: originalCode, severity: said };
  if (said !== null && typeof code === 'string' && SQL_STATE.test(code)) return { state: code, severity: said };
  return null;
}

function stateOfKind({ code, kind }: Layer): string | null {
  const ofKind = typeof kind === 'string' ? KIND_STATE.get(kind) : undefined;
  if (ofKind || typeof code !== 'string') return ofKind ?? null;
  return PRISMA_STATE.get(code) ?? (THROWN_BY_WORK.test(code) ? code : null);
}

/**
 * A SQLSTATE that nobody says the server said: work, or a library in it, throws such an error to ask for another try. It has a
 * digit, which of all errnos only E2BIG has; and it is no word of the server's about a COMMIT.
 */
const THROWN_BY_WORK = /^(?!E|P\d{4}$)(?=.*\d)[0-9A-Z]{5}$/;
