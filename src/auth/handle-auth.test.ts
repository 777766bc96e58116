import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../postgres/database.ts';
import { TEST_HOST } from '../testing/people.ts';
import { createAuthByOrigin } from './auth-by-origin.ts';
import { handleAuth } from './handle-auth.ts';

// Nothing listens on port 1.
const database = openDatabase('postgresql://latchkey:none@127.0.0.1:1/latchkey');
afterAll(() => database.close());

const SECRET = 'a secret of this test, long enough for better-auth';
const origin = `http://${TEST_HOST}`;

test.each([
  ['POST', '/api/auth/sign-in/email', { email: 'a@latchkey.example', password: 'long enough 123' }],
  ['POST', '/api/auth/sign-out', {}],
  ['GET', '/api/auth/get-session', undefined],
])(
  '%s %s is answered 503 with Retry-After while the database is away, and the cause is reported',
  async (method, path, body) => {
    const faults: unknown[] = [];
    const report = (_message: string, error: unknown) => void faults.push(error);
    const auth = createAuthByOrigin(database, { secret: SECRET, report });
    const response = await handleAuth(
      { auth, report },
      new Request(`${origin}${path}`, {
        method,
        headers: {
          host: TEST_HOST,
          origin,
          'content-type': 'application/json',
          cookie: 'latchkey.session_token=none.none',
          'x-forwarded-for': '203.0.113.9',
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      }),
    );
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    expect(await response.json()).toEqual({ error: expect.stringContaining('safe to send the same request again') });
    expect(String(faults)).toContain("Can't reach database server");
  },
);
