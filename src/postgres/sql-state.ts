const SQL_STATE = /^[0-9A-Z]{5}$/;
const PRISMA_CODE = /^P\d{4}$/;

/** Kinds of Prisma's driver errors that carry no SQLSTATE of their own. */
const KIND_STATE: Readonly<Record<string, string>> = {
  TransactionWriteConflict: '40001',
  UniqueConstraintViolation: '23505',
  TooManyConnections: '53300',
  DatabaseNotReachable: '08001',
  ConnectionClosed: '08006',
  SocketTimeout: '08006',
  AuthenticationFailed: '28P01',
  DatabaseDoesNotExist: '3D000',
};

/** Prisma's own codes, where no SQLSTATE is inside. P2028 also means "maxWait is over" and "transaction closed". */
const PRISMA_STATE: Readonly<Record<string, string>> = {
  P1001: '08001',
  P1002: '08001',
  P1008: '08006',
  P1017: '08006',
  P2002: '23505',
  P2024: '53300',
  P2028: '08003',
  P2034: '40001',
  P2037: '53300',
};

/** Codes of Node's sockets. */
const SOCKET_STATE: Readonly<Record<string, string>> = {
  ECONNREFUSED: '08001',
  ENOTFOUND: '08001',
  EHOSTUNREACH: '08001',
  ETIMEDOUT: '08006',
  ECONNRESET: '08006',
  EPIPE: '08006',
};

/** Messages of pg and pg-pool, which carry no code. */
const MESSAGE_STATE: readonly (readonly [RegExp, string])[] = [
  [/timeout exceeded when trying to connect/i, '53300'],
  [/Connection terminated|Client has encountered a connection error|Client was closed/i, '08006'],
  [/Cannot use a pool after calling end/i, '08003'],
];

/**
 * The SQLSTATE inside an error of any shape: pg's own, a driver adapter's, Prisma's known and unknown request errors,
 * sockets. `null` when it is no database error. States: PostgreSQL manual, appendix A.
 */
export function sqlStateOf(error: unknown): string | null {
  for (const layer of layersOf(error)) {
    const state = stateOfLayer(layer);
    if (state) return state;
  }
  return null;
}

/** The innermost layer first: outer ones only repeat it in their own words. */
function layersOf(error: unknown): Record<string, unknown>[] {
  const layers: Record<string, unknown>[] = [];
  let next: unknown = error;
  while (isObject(next) && layers.length < 8 && !layers.includes(next)) {
    layers.unshift(next);
    const meta = isObject(next.meta) ? next.meta : undefined;
    next = meta?.driverAdapterError ?? next.cause;
  }
  return layers;
}

function stateOfLayer(layer: Record<string, unknown>): string | null {
  const { code, originalCode, kind, message } = layer;
  if (typeof originalCode === 'string' && SQL_STATE.test(originalCode)) return originalCode;
  if (typeof code === 'string') {
    const known = SOCKET_STATE[code] ?? PRISMA_STATE[code];
    if (known) return known;
    if (SQL_STATE.test(code) && !PRISMA_CODE.test(code)) return code;
  }
  if (typeof kind === 'string' && KIND_STATE[kind]) return KIND_STATE[kind];
  if (typeof message !== 'string') return null;
  return MESSAGE_STATE.find(([pattern]) => pattern.test(message))?.[1] ?? null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
