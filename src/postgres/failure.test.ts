import { constants } from 'node:os';
import fc from 'fast-check';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { classifyDatabaseFailure, provesNothing } from './failure.ts';
import { sqlStateOf } from './sql-state.ts';

const coded = (code: string, more: object = {}): Error =>
  Object.assign(new Error(`${code} happened`), { code, ...more });
const told = (code: string, severity = 'ERROR'): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError('told', 4, 'error'), { code, severity });

/** What pg, pg-pool, Prisma's adapter and Node's sockets, names and TLS throw of a network that is ill. */
const NETWORK: readonly unknown[] = [
  ...[
    'Query read timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'Received unexpected commandComplete message from backend.',
    'The server does not support SSL connections',
    'There was an error establishing an SSL connection',
    'SASL: SCRAM-SERVER-FINAL-MESSAGE: server signature does not match',
    'write after end',
    'This socket has been ended by the other party',
  ].map((message) => new Error(message)),
  ...[
    'EAI_AGAIN EAI_FAIL EAI_NODATA ENOTFOUND ENETUNREACH ENETDOWN ENETRESET EHOSTUNREACH EHOSTDOWN ECONNABORTED',
    'ECONNREFUSED ECONNRESET ENOTCONN ESHUTDOWN EPIPE ETIMEDOUT EADDRNOTAVAIL EMFILE ENFILE ENOBUFS ENOMEM EPROTO',
    'ERR_SOCKET_CLOSED ERR_SOCKET_CONNECTION_TIMEOUT ERR_STREAM_DESTROYED ERR_STREAM_WRITE_AFTER_END ERR_TLS_CERT_ALTNAME_INVALID',
    'ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION CERT_HAS_EXPIRED DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE P1001 P1002 P1008 P1011 P1017 P2024 P2028 P2037',
  ].flatMap((codes) => codes.split(' ').map((code) => coded(code))),
  ...['EPERM', 'EACCES', 'ENOENT', 'EINVAL'].map((code) => coded(code, { syscall: 'connect', errno: -1 })),
  Object.assign(new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]), { code: 'ECONNREFUSED' }),
  new AggregateError([coded('EHOSTUNREACH')]),
  ...['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError', 'TooManyConnections'].map(
    (kind) => new Error('adapter', { cause: { kind } }),
  ),
  told('57P01', 'FATAL'),
  told('08P01', 'FATAL'),
];

test.each(NETWORK.map((error) => [String((error as { code?: string }).code ?? error), error] as const))(
  'an ill network is unavailable and proves nothing of a COMMIT: %s',
  (_what, error) => {
    for (const shape of [
      error,
      new Error('wrapped', { cause: error }),
      { meta: { driverAdapterError: { cause: error } } },
    ])
      expect([classifyDatabaseFailure(shape), provesNothing(shape)]).toEqual(['unavailable', true]);
  },
);

describe('an errno is no SQLSTATE', () => {
  const five = Object.keys(constants.errno).filter((name) => name.length === 5);
  test.each(five)('%s', (name) => {
    expect(five.length).toBeGreaterThan(10);
    const error = coded(name);
    expect(provesNothing(error)).toBe(true);
    expect([null, '08006']).toContain(sqlStateOf(error));
  });
});

test('what the server said of a statement is its word, in any wrapping', () => {
  for (const code of ['23505', '40001', '22P02', 'LK001', '57014', '55P03', 'P0001']) {
    const shapes = [
      told(code),
      new Error('x', { cause: told(code) }),
      { cause: { originalCode: code, kind: 'postgres' } },
    ];
    for (const shape of shapes) expect([sqlStateOf(shape), provesNothing(shape)]).toEqual([code, false]);
  }
});

test('a session that the server ended, or lost sight of, proves nothing', () => {
  for (const [code, severity] of [
    ['57P01', 'FATAL'],
    ['25P03', 'FATAL'],
    ['53200', 'FATAL'],
    ['XX000', 'PANIC'],
    ['40003', 'ERROR'],
    ['08007', 'ERROR'],
  ] as const)
    expect(provesNothing(told(code, severity))).toBe(true);
});

test('for any code, message and nesting a rollback is never claimed that the server did not state', () => {
  const word = fc.oneof(
    fc.constantFrom(
      ...Object.keys(constants.errno),
      '40001',
      '23505',
      'P2034',
      'P2002',
      'P2010',
      'TransactionWriteConflict',
    ),
    fc.stringMatching(/^[0-9A-Z]{5}$/),
    fc.string(),
  );
  const layer: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
    layer: fc.oneof(
      { maxDepth: 4 },
      fc.record({ code: word, message: word, kind: word, errno: fc.integer(), syscall: word }, { requiredKeys: [] }),
      fc.record({ code: word, message: word, cause: tie('layer') }),
      fc.record({ message: word, meta: fc.record({ code: word, driverAdapterError: tie('layer') }) }),
      fc.record({ code: word, errors: fc.array(tie('layer'), { maxLength: 3 }) }),
      fc.anything(),
    ),
  })).layer;
  fc.assert(
    fc.property(layer, (error) => {
      expect(provesNothing(error)).toBe(true);
      expect(['conflict', 'unavailable', 'other']).toContain(classifyDatabaseFailure(error));
    }),
    { numRuns: 2_000 },
  );
});

test('an error that names itself as its cause, or throws when it is read, is still told apart', () => {
  const loop: { cause?: unknown } = {};
  loop.cause = loop;
  const hostile = new Proxy(
    {},
    {
      get: () => {
        throw new Error('no');
      },
    },
  );
  for (const error of [loop, hostile, { cause: hostile }, null, undefined, 0, 'x', () => {}])
    expect([classifyDatabaseFailure(error), provesNothing(error)]).toEqual(['other', true]);
});
